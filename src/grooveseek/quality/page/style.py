"""The style sheet of every page: colours once for light and once for dark."""

from __future__ import annotations

STYLE = """
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --card: #ffffff; --line: #dedad2; --ink: #1d1b18; --soft: #655f56;
  --one: #1f5fbf; --two: #b3471b; --three: #1f7a4d; --track: #ece8e0; --bad: #b42318; --good: #1f7a4d;
  --warn: #fff4d6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #16171a; --card: #1e2024; --line: #34373d; --ink: #eceae5; --soft: #a29c92;
    --one: #7fb0ff; --two: #ff9b6a; --three: #63cf97; --track: #2b2e34; --bad: #ff8f85; --good: #63cf97;
    --warn: #3a3016;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 68rem; background: var(--ground); color: var(--ink);
  font: 15px/1.55 system-ui, "Segoe UI", Roboto, "Hiragino Sans", "Noto Sans CJK JP", "Yu Gothic", sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .6rem; }
p { margin: .4rem 0; }
.soft, figcaption { color: var(--soft); font-size: .87rem; text-align: left; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: .9rem 0 0; padding: 0; list-style: none; }
.facts li { min-width: 0; } .facts b { font-weight: 600; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; margin: 0; }
.card + .card { margin-top: .9rem; }
.note { background: var(--warn); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .8rem; }
.card + .note, .facts + .note { margin: .9rem 0; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--ink); font-size: 12px; font-family: inherit; }
figure .scroll > svg { min-width: 44rem; }
.bars { display: grid; grid-template-columns: auto 1fr auto; grid-auto-flow: dense; gap: 0 .9rem; align-items: center; }
.bars b { font-weight: 400; text-align: right; } .bars span { grid-column: 3; }
.bars b, .bars span { white-space: nowrap; font-size: .87rem; font-variant-numeric: tabular-nums; }
.bars svg { grid-column: 2; height: 34px; }
.ticks { grid-column: 2; position: relative; height: 1.6rem; color: var(--soft); font-size: .75rem; }
.ticks i { position: absolute; transform: translateX(-50%); font-style: normal; }
svg text.mark { font-weight: 700; stroke: var(--card); stroke-width: 3px; paint-order: stroke; }
svg text.soft { fill: var(--soft); font-size: 11px; }
.scroll { overflow-x: auto; padding: .1rem .4rem; }
.scroll:has(> .newest) { direction: rtl; } .newest { direction: ltr; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--soft); overflow-wrap: normal; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bad { color: var(--bad); } .good { color: var(--good); }
code, pre { font: .88em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
pre { overflow-x: auto; }
details > summary { cursor: pointer; margin-left: 1.1em; list-style-position: outside; }
.hits { margin: .4rem 0; padding-left: 1.6rem; }
.hits li.match { font-weight: 600; }
@media (max-width: 40rem) {
  .bars { grid-template-columns: 1fr auto; } .bars b { text-align: left; } .bars span { grid-column: 2; }
  .bars svg, .ticks { grid-column: 1 / -1; }
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
  td { display: flex; gap: .4rem; align-items: center; padding: .1rem 0; border: 0; }
  td:first-child { display: block; flex: 1 0 100%; }
  td.number { white-space: normal; text-align: left; } td:empty { display: none; }
  td:not(:first-child)::before { content: attr(data-head); color: var(--soft); font-size: .87rem; }
}
"""
