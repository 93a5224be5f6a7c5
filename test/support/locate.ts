import type { Place } from "../../src/model/project.ts";
import { locate as locateFrom } from "../../src/project/place.ts";

/** The place of a folder, for a user whose home is elsewhere. */
export const locate = (cwd: string): Place => locateFrom(cwd, "/nonexistent/home");
