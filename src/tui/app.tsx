// The terminal UI as one component: state in the middle, views around it. What it needs of the machine comes as props.
import { Box, useApp, useInput } from "ink";
import { useEffect, useLayoutEffect, useMemo, useReducer } from "react";
import type { Millis, SessionId } from "../model/ids.ts";
import type { Size } from "../model/launch.ts";
import { actionsOf, type Key } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import type { Preview, TuiOutcome } from "./row.ts";
import { type Action, reduce, type State, selected } from "./state.ts";
import { Empty } from "./views/empty.tsx";
import { Footer } from "./views/footer.tsx";
import { Header } from "./views/header.tsx";
import { Help } from "./views/help.tsx";
import { List } from "./views/list.tsx";
import { PreviewPane } from "./views/preview.tsx";

type AppProps = {
  start: State;
  now: Millis;
  isColoured: boolean;
  preview(id: SessionId): Preview | undefined;
  /** Calls back at every change of the terminal's size; gives what ends that. */
  onResize(listener: (size: Size) => void): () => void;
  onOutcome(outcome: TuiOutcome): void;
  /** When the UI goes, for whatever reason, a signal included. */
  onGone(): void;
};

type Press = { kind: "press"; input: string; key: Key };

/** Several keys may arrive before the next frame: what a key means is decided by the state it finds. */
function step(state: State, event: Action | Press): State {
  if (event.kind !== "press") return reduce(state, event);
  return actionsOf(event.input, event.key, state.isPasting).reduce(reduce, state);
}

function Body({ state, now, isColoured, preview }: Pick<AppProps, "now" | "isColoured" | "preview"> & { state: State }) {
  const layout = layoutOf(state.size);
  const id = selected(state)?.id;
  const known = useMemo(() => (id === undefined ? undefined : preview(id)), [id, preview]);
  const whole = { width: layout.width, height: layout.list.height + (layout.preview?.at === "below" ? layout.preview.height : 0) };
  if (state.isHelpShown) return <Help area={whole} />;
  if (state.matches === 0) return <Empty state={state} area={whole} />;
  return (
    <Box flexDirection={layout.preview?.at === "right" ? "row" : "column"} height={whole.height} flexShrink={0}>
      <List state={state} area={layout.list} now={now} isColoured={isColoured} />
      {layout.preview !== undefined && <PreviewPane key={layout.preview.at} preview={known} area={layout.preview} />}
    </Box>
  );
}

export function App({ start, now, isColoured, preview, onResize, onOutcome, onGone }: AppProps) {
  const [state, dispatch] = useReducer(step, start);
  const { exit } = useApp();
  const layout = layoutOf(state.size);
  useInput((input, key) => dispatch({ kind: "press", input, key }));
  useEffect(() => onResize((size) => dispatch({ kind: "resize", size })), [onResize]);
  useLayoutEffect(() => onGone, [onGone]);
  useEffect(() => {
    if (state.outcome === undefined) return;
    onOutcome(state.outcome);
    exit();
  }, [state.outcome, onOutcome, exit]);
  return (
    <Box flexDirection="column" width={layout.width} height={layout.height} overflow="hidden">
      <Header state={state} />
      <Body state={state} now={now} isColoured={isColoured} preview={preview} />
      <Footer state={state} showKeys={layout.showKeys} />
    </Box>
  );
}
