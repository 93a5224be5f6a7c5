// Which stored events a history means that says what its user went back to before. Pure.
import { unreachable } from "../model/error.ts";
import type { Stretch } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import type { EventKey } from "../store/store.ts";

/** None if an end of the stretch is not known: rather nothing than too much. */
export function seqsIn(events: readonly EventKey[], stretch: Stretch): Seq[] {
  switch (stretch.kind) {
    case "keys":
      return events.filter(({ key }) => stretch.has(key)).map(({ seq }) => seq);
    case "range": {
      const from = events.find(({ key }) => key === stretch.from)?.seq;
      const upTo = events.find(({ key }) => key === stretch.upTo)?.seq;
      if (from === undefined || upTo === undefined) return [];
      return events.filter(({ seq }) => seq >= from && seq <= upTo).map(({ seq }) => seq);
    }
    default:
      return unreachable(stretch);
  }
}
