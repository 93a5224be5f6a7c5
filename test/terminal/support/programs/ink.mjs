// A small program of Ink's kind, as agents are: lines that stay, below them a box that is drawn again and again and takes keys. Ends at q.
import { Box, render, Static, Text, useApp, useInput } from "ink";
import { createElement as h, useEffect, useState } from "react";

const FRAME_MS = 30;
const LAST_FRAME = 12;
const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧";

function Agent() {
  const app = useApp();
  const [frame, setFrame] = useState(0);
  const [typed, setTyped] = useState("");
  useInput((input) => (input === "q" ? app.exit() : setTyped((before) => before + input)));
  useEffect(() => {
    if (frame === LAST_FRAME) return;
    const timer = setTimeout(() => setFrame(frame + 1), FRAME_MS);
    return () => clearTimeout(timer);
  }, [frame]);
  const lines = Array.from({ length: Math.floor(frame / 4) }, (_, line) => `● edited src/file${line}.ts (日本 ✓ 👩‍💻)`);
  const state = frame === LAST_FRAME ? "all done" : `${SPINNER[frame % SPINNER.length]} thinking (${frame})`;
  return h(
    Box,
    { flexDirection: "column" },
    h(Static, { items: lines }, (line) => h(Text, { key: line, color: "green" }, line)),
    h(Box, { borderStyle: "round", flexDirection: "column" }, h(Text, { color: "cyan" }, state), h(Text, null, `> ${typed}`)),
  );
}

render(h(Agent));
