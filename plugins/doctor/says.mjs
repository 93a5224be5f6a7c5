// The program of `mem doctor`'s round trip: keeps what it was told, and says a sentence that nobody else says.
import { copyFileSync } from "node:fs";

const [said, told] = process.argv.slice(2);
if (process.env.MEM_BRIEFING) copyFileSync(process.env.MEM_BRIEFING, told);
console.log(said);
