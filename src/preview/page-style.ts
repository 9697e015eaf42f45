/** The style of a preview, for wide and narrow screens, light and dark. */
export const pageStyle = `
:root {color-scheme: light dark; --ground: #f5f6f8; --card: #fff; --ink: #1b1f24; --faint: #545d68; --line: #d0d7de; --error: #b3261e; --warning: #7a4d00}
@media screen and (prefers-color-scheme: dark) {
  :root {--ground: #0f1318; --card: #181d24; --ink: #e6edf3; --faint: #a3adb8; --line: #343b44; --error: #ff9d94; --warning: #eac06a}
}
* {box-sizing: border-box}
body {margin: 0 auto; max-width: 1560px; padding: 20px; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif}
h1 {margin: 0; font-size: 22px; overflow-wrap: anywhere}
h2 {break-after: avoid; margin: 0 0 8px; font-size: 14px; font-weight: 600; color: var(--faint)}
dl {display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 8px 0 0}
dl div {display: flex; gap: 6px; min-width: 0}
dt {flex: none; color: var(--faint)}
dd {margin: 0; min-width: 0; overflow-wrap: anywhere}
fieldset {display: inline-flex; gap: 16px; margin: 16px 0; padding: 6px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card)}
legend {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}
label {display: flex; align-items: center; gap: 6px; cursor: pointer}
main {display: grid; gap: 24px 20px; grid-template-columns: 482px 284px minmax(0, 1fr); --scale: .75}
section {min-width: 0}
.inbox {grid-column: 1 / -1}
.inboxes {display: flex; flex-wrap: wrap; align-items: flex-start; gap: 12px 20px}
.row {border: 1px solid #d0d7de; border-radius: 8px; background: #fff; color: #1b1f24; padding: 10px 14px; overflow: hidden}
.row .after {color: #545d68}
.wide {display: flex; gap: 14px; width: 760px; max-width: 100%; white-space: nowrap}
.row > * {overflow: hidden; text-overflow: ellipsis; text-align: left}
.wide b {flex: none; max-width: 30%}
.wide .subject {flex: none; max-width: 60%}
.wide .after {flex: 1; min-width: 0}
.narrow {display: grid; width: 340px; max-width: 100%}
.narrow b, .narrow .subject {white-space: nowrap}
.narrow .after {display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow-wrap: anywhere}
.device {overflow: auto hidden; height: calc(860px * var(--scale)); border: 1px solid var(--line); border-radius: 8px; background: #fff}
.phone .device {border-radius: 20px}
iframe {display: block; height: 860px; margin: 0 calc(var(--wide) * (var(--scale) - 1)) 0 0; width: var(--wide); border: 0; transform: scale(var(--scale)); transform-origin: 0 0}
iframe.dark {color-scheme: dark; display: none}
iframe.light {color-scheme: light}
.desktop {--wide: 640px}
.phone {--wide: 375px}
body:has([value=dark]:checked) iframe.light {display: none}
body:has([value=dark]:checked) iframe.dark {display: block}
body:has([value=dark]:checked) .device {background: #121212}
body:has([value=dark]:checked) .row {background: #1f1f1f; border-color: #444; color: #f1f1f1}
body:has([value=dark]:checked) .row .after {color: #b5b5b5}
pre {margin: 0; max-height: calc(860px * var(--scale)); overflow: auto; padding: 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext}
.findings, .tags {margin-top: 24px}
ul {margin: 0; padding-left: 20px}
li {overflow-wrap: anywhere}
.error b {color: var(--error)}
.warning b {color: var(--warning)}
.hint, .note, footer, em {color: var(--faint)}
.note {margin: 8px 0 0}
table {border-collapse: collapse; max-width: 100%}
th, td {padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere}
th {font-family: ui-monospace, monospace; font-size: 13px}
footer {margin-top: 24px; font-size: 14px}
footer p {margin: 0 0 4px}
@media (min-width: 1500px) {main {grid-template-columns: 642px 377px minmax(0, 1fr); --scale: 1}}
@media (max-width: 1139px) {
  main {grid-template-columns: minmax(0, 1fr); --scale: 1}
  .desktop {order: 2}
  .text {order: 3}
  .device {max-width: 642px}
  .phone .device {max-width: 377px}
  pre {max-height: none}
}
@media (max-width: 420px) {body {padding: 7px}}
`;
