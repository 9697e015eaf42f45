/** The style of the site: wide and narrow screens, light and dark, and paper. */
export const style = `
:root {color-scheme: light dark; --ground: #fff; --card: #f5f6f8; --ink: #1b1f24; --faint: #545d68; --line: #d0d7de; --link: #0b57d0; --typed: #14532d}
@media (prefers-color-scheme: dark) {
  :root {--ground: #0f1318; --card: #181d24; --ink: #e6edf3; --faint: #a3adb8; --line: #343b44; --link: #8ab4f8; --typed: #7ee2a8}
}
* {box-sizing: border-box}
html {scroll-padding-top: 72px}
body {display: grid; grid-template-columns: 250px minmax(0, 780px); gap: 0 48px; margin: 0 auto; max-width: 1140px; padding: 0 24px 48px; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, sans-serif}
header {grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; display: flex; align-items: center; gap: 20px; padding: 12px 0; border-bottom: 1px solid var(--line); background: var(--ground)}
.home {font-weight: 700; font-size: 20px; color: var(--ink); text-decoration: none}
search {position: relative; flex: 1; max-width: 520px}
search[hidden] {display: none}
search label, .skip:not(:focus) {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}
.skip:focus {position: absolute; z-index: 2; padding: 8px; background: var(--ground)}
input {width: 100%; padding: 7px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--ink); font: inherit}
input::placeholder {color: var(--faint); opacity: 1}
#found:not(:empty) {position: absolute; top: 100%; left: 0; right: 0; max-height: 70vh; overflow: auto; margin-top: 4px; padding: 6px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground); box-shadow: 0 8px 24px #0003}
#found a {display: block; padding: 6px 8px; border-radius: 6px; color: var(--faint); font-size: 14px; text-decoration: none; overflow-wrap: anywhere}
#found a b {display: block; color: var(--ink); font-size: 15px}
#found a:hover, #found a:focus {background: var(--card)}
.to-contents {display: none}
main {grid-column: 2; grid-row: 2; min-width: 0; padding-top: 24px}
nav {grid-column: 1; grid-row: 2; padding: 24px 0; font-size: 14px}
nav h2 {margin: 20px 0 4px; font-size: 13px; color: var(--faint)}
nav h2:first-child {margin-top: 0}
nav ul {list-style: none; margin: 0; padding: 0}
nav a {display: block; padding: 2px 0; color: var(--ink); text-decoration: none}
nav a:hover {text-decoration: underline}
nav a[aria-current] {font-weight: 700; color: var(--link)}
a {color: var(--link)}
h1 {margin: 0 0 12px; font-size: 30px; line-height: 1.25; overflow-wrap: anywhere}
h2 {margin: 36px 0 8px; font-size: 21px; line-height: 1.3; overflow-wrap: anywhere}
h2 small {font-size: 14px; font-weight: 400; color: var(--faint)}
h3 {margin: 24px 0 8px; font-size: 17px}
.lead {font-size: 18px; color: var(--faint)}
p, ul, ol, dl, table {margin: 0 0 14px}
p, li, dd {overflow-wrap: anywhere}
code {padding: 1px 4px; border-radius: 4px; background: var(--card); font: .88em/1.5 ui-monospace, 'SFMono-Regular', Menlo, monospace; overflow-wrap: anywhere}
.option {white-space: nowrap}
pre {margin: 0 0 16px; padding: 12px 14px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font-size: 14px; tab-size: 4}
pre code {padding: 0; background: none; font-size: 13px; overflow-wrap: normal}
th code, td code {overflow-wrap: normal}
pre.usage code {white-space: pre-wrap; overflow-wrap: anywhere}
.terminal b {color: var(--typed)}
.terminal i {color: var(--faint); font-style: normal}
dt {margin-top: 10px}
dd {margin: 2px 0 0 20px}
img {display: block; max-width: 100%; height: auto; margin: 0 0 16px; border-radius: 8px}
.scrolls {overflow: auto; margin: 0 0 16px}
.scrolls table {margin: 0}
table {border-collapse: collapse; font-size: 15px}
th, td {padding: 6px 18px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top}
:focus-visible {outline: 2px solid var(--link); outline-offset: 2px}
@media (max-width: 900px) {
  body {grid-template-columns: minmax(0, 1fr); padding: 0 16px 32px}
  main, nav {grid-column: 1; grid-row: auto}
  nav {margin-top: 32px; border-top: 1px solid var(--line); font-size: 16px}
  nav a {padding: 6px 0}
  .to-contents {display: block; font-size: 14px}
  header {gap: 12px}
  #found:not(:empty) {position: fixed; top: 62px; left: 16px; right: 16px}
  h1 {font-size: 25px}
  pre code {font-size: 12px}
}
@media print {
  :root {--ground: #fff; --card: #fff; --ink: #000; --faint: #333; --line: #999; --link: #000; --typed: #000; color-scheme: light}
  body {display: block; max-width: none; padding: 0; font-size: 11pt}
  header, nav, .skip, img[src$='.svg'] {display: none}
  pre, pre code {white-space: pre-wrap; overflow-wrap: anywhere}
  pre, tr, dt, dd, img {break-inside: avoid}
  h1, h2, h3, dt {break-after: avoid}
}
`;
