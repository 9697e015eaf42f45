/** The rows of a bench as a page: how far each is from its limit, on a scale that ends at twice the limit. */
export function toPage({conditions, rows}) {
  const measured = rows.map(({what, ratio, amount, unit = '×', target = '', met, note = ''}) => {
    const value = ratio?.median ?? amount;
    const limit = Number(/[\d.]+/.exec(target)?.[0]);
    const share = value === undefined ? 0 : Math.min(1, value / (2 * limit));
    return `<tr class="${met ? 'met' : 'missed'}"><th scope="row">${escaped(what)}</th>
<td class="n">${value === undefined ? 'n/a' : `${value.toFixed(2)} ${escaped(unit)}`}</td>
<td><svg width="240" height="16" role="img" aria-label="${met ? 'met' : 'missed'}"><rect class="track" width="240" height="16" rx="3"/><rect width="${(share * 240).toFixed(1)}" height="16" rx="3"/><line x1="120" x2="120" y1="0" y2="16"/></svg></td>
<td class="n">${escaped(target)}</td><td>${escaped(note)}</td></tr>`;
  });
  const facts = Object.entries(conditions).map(
    ([name, value]) => `<li>${escaped(name)}: ${escaped(String(value))}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Bench of emk</title>
<style>
:root{color-scheme:light dark}
body{max-width:72rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif}
table{border-collapse:collapse;width:100%}
th,td{padding:.35rem .6rem .35rem 0;text-align:left;font-weight:400;vertical-align:middle}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
rect{fill:#2b6e6a}.missed rect{fill:#b0552f}rect.track{fill:#8883}
line{stroke:currentColor}
</style>
<h1>Bench of emk</h1>
<p>The line in each bar is its limit: green rows hold it, red ones miss it.</p>
<table>${measured.join('\n')}</table>
<ul>${facts.join('')}</ul>
</html>
`;
}

const escaped = text => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
