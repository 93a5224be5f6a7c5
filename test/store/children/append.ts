// One of several processes that open the same new database at once and write into it: argv is database, raw folder, name, count.

import type { SessionId } from "../../../src/model/ids.ts";
import { appendEvents } from "../../../src/store/append.ts";
import { openStore } from "../../../src/store/open.ts";
import { rawFiles } from "../../../src/store/raw.ts";
import { storeDeps } from "../../support/memory-store.ts";
import { draft, place, said } from "../nouns.ts";

const [, , database = "", folder = "", name = "", count = "0"] = process.argv;
const { store } = openStore(database, storeDeps());
const raw = rawFiles(folder);
const project = store.projects.resolve(place("/work/shop"));
const shared = store.sessions.save(draft(project.id));
const own = store.sessions.save(draft(project.id, { id: `00000000000${name}` as SessionId }));
for (let n = 0; n < Number(count); n += 1) {
  appendEvents({ store, raw }, { session: shared, project }, [
    said(`shared-${name}-${n}`, `prompt ${n}`),
    said(`everyone-${n}`, "the same"),
  ]);
  appendEvents({ store, raw }, { session: own, project }, [said(`own-${name}-${n}`, "x".repeat(n))]);
}
store.close();
