-- When the last of a segment's output came: a screen that stood still is told by the gap between two segments.

alter table frames add column until_ms integer;
