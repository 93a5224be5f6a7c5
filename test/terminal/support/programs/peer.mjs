// A program at a terminal in raw mode: writes bytes, takes bytes, tells what it took.
// argv[2], JSON: {
//   write?: path of what is written, `cuts`: bytes of each write, over and over (default: all at once)
//   read?: how many bytes are taken, `into`: the file that gets them, `sleepMs`: before the first is taken, `isEcho`: written back
// }
// Prints READY first. Ends with code 0 when all is written and taken.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync, writeSync } from "node:fs";

const order = { cuts: [Number.POSITIVE_INFINITY], read: 0, sleepMs: 0, isEcho: false, ...JSON.parse(process.argv[2]) };

// Not Node's own raw mode, which leaves output processing on.
spawnSync("stty", ["raw", "-echo"], { stdio: ["inherit", "ignore", "inherit"] });

function writeOut(bytes) {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}

writeOut(Buffer.from("READY"));
if (order.write) {
  const bytes = readFileSync(order.write);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = at + Math.min(order.cuts[turn % order.cuts.length], bytes.length - at);
    writeOut(bytes.subarray(at, end));
    at = end;
  }
}

const taken = [];
let left = order.read;
function done() {
  if (order.into) writeFileSync(order.into, Buffer.concat(taken));
  process.exit(0);
}
if (left === 0) done();
setTimeout(() => {
  process.stdin.on("data", (bytes) => {
    taken.push(bytes);
    left -= bytes.length;
    if (order.isEcho) writeOut(bytes);
    if (left <= 0) done();
  });
}, order.sleepMs);
