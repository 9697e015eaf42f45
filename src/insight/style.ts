/** The page's style: for wide screens, phones, dark mode and paper. */
export const style = `
:root{color-scheme:light dark;--page:#f5f3ee;--card:#fffefb;--ink:#20292f;--soft:#59646b;--line:#e2ddd2;--plain:#2b6e6a;--loss:#b0552f;--rate:#5a5aa6;--track:#ebe6db;--warn:#7a5600;--bad:#a3281f}
@media screen and (prefers-color-scheme:dark){:root{--page:#14181b;--card:#1c2226;--ink:#e6eaec;--soft:#a2aeb5;--line:#303a40;--plain:#63b8b0;--loss:#e28e68;--rate:#a3a4ea;--track:#2b343a;--warn:#e8bd5a;--bad:#ff9c8f}}
*{box-sizing:border-box}
html{background:var(--page);-webkit-text-size-adjust:100%}
body{max-width:66rem;margin:0 auto;padding:3rem 1.5rem 4rem;color:var(--ink);background:var(--page);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
h1,h2,h3{line-height:1.2;text-wrap:balance}
h1{margin:0;font:600 2.3rem/1.15 Georgia,"Iowan Old Style","Times New Roman",serif;letter-spacing:-.01em}
h2{margin:0 0 1rem;font:600 1.45rem/1.2 Georgia,"Iowan Old Style","Times New Roman",serif}
h3{margin:0;font-size:.95rem;font-weight:600}
p{margin:.4rem 0 0}
.soft,caption,th,dt{color:var(--soft)}
.lead{margin-top:.5rem;color:var(--soft)}
.cards,.pair{display:grid;gap:1rem;margin:0;padding:0;list-style:none}
.cards{grid-template-columns:repeat(6,1fr);margin-top:2rem}
.pair{grid-template-columns:repeat(auto-fit,minmax(17rem,1fr))}
.cards>div,.card{margin:0;min-width:0;padding:1.1rem;background:var(--card);border:1px solid var(--line);border-radius:12px;break-inside:avoid}
section>.card,section>.pair{margin-top:1rem}
section>h2+.card,section>h2+.pair{margin-top:0}
dt{font-size:.85rem}
dd{margin:.15rem 0 0}
.cards dd{font-size:1.4rem;font-weight:600;line-height:1.2;letter-spacing:-.01em}
.cards dd+dd{font-size:.82rem;font-weight:400;line-height:1.4;letter-spacing:0;color:var(--soft)}
svg{color:var(--plain)}
#unsubscribed~* svg{color:var(--loss)}
#mailings~* svg,#automations~* svg{color:var(--rate)}
rect{fill:currentColor}
.bar{display:block;margin-top:.3rem}
.bar .track{fill:var(--track)}
table{width:100%;border-collapse:collapse;font-size:.92rem}
caption{text-align:left;font-size:.85rem;padding-bottom:.5rem}
th{font-size:.8rem;font-weight:500;text-align:left}
th,td{padding:.5rem .5rem .5rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th:last-child,td:last-child{padding-right:0}
tbody tr:last-child>*{border-bottom:0}
tbody th{font-size:inherit;color:var(--ink);font-weight:500}
td.n,th.n{padding-left:.6rem;text-align:right;white-space:nowrap;overflow-wrap:normal;width:1%}
@media (min-width:48rem){td.n,th.n{min-width:5.5rem}}
td small,tbody th small{display:block;font-size:.82rem;font-weight:400;color:var(--soft)}
section{margin-top:3.2rem}
ul.plain-list{list-style:none;margin:0;padding:0}
ul.plain-list>li+li{margin-top:.9rem;padding-top:.9rem;border-top:1px solid var(--line)}
.level{font-size:.78rem;font-weight:600;letter-spacing:.03em;text-transform:uppercase}
.error .level{color:var(--bad)}
.warning .level{color:var(--warn)}
.notes li+li{margin-top:.4rem}
.notes{margin:0;padding-left:1.1rem;color:var(--soft);font-size:.92rem}
footer{margin-top:3rem;color:var(--soft);font-size:.85rem}
@media print,(max-width:60rem){.cards{grid-template-columns:repeat(3,1fr)}}
@media (max-width:36rem){body{padding:1.8rem 1rem 3rem}h1{font-size:1.8rem}.cards{grid-template-columns:1fr 1fr;gap:.7rem}.cards>div,.card{padding:.9rem}.cards dd{font-size:1.35rem}table{font-size:.84rem}th,td{padding-right:0}td.n,th.n{padding-left:.5rem}}
@page{size:A4;margin:14mm}
@media print{html,body{background:#fff}body{max-width:none;padding:0;font-size:10pt;line-height:1.45}.cards>div,.card{border-color:#ccc;background:#fff}section,footer{margin-top:1.2rem}h2,caption,thead,tr:first-child,tr:nth-last-child(2){break-after:avoid}tr{break-inside:avoid}.card:has(table,li){break-inside:auto;box-decoration-break:clone;-webkit-box-decoration-break:clone}th,td{padding-top:.25rem;padding-bottom:.25rem}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
