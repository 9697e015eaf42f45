/**
 * The search of VitePress, with the words that people use in other tools beside those of each page. It forgives a letter,
 * and ranks titles and jobs before side notes. What runs in the browser is sent there as text, so it uses nothing around it.
 */
export const search = words => ({
  provider: 'local',
  options: {
    detailedView: false,
    miniSearch: {
      _splitIntoSections: (file, html) => sections(file, html, words),
      options: {
        fields: ['title', 'titles', 'words', 'text'],
        extractField: (section, field) => {
          const [words = '', text = ''] = field === 'words' || field === 'text' ? section.text.split('\u0001') : [];
          return field === 'words' ? words : field === 'text' ? text : section[field];
        },
        tokenize: text => [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...(text.match(/--[a-z][\w-]*/g) ?? [])],
        processTerm: term => {
          const word = term.toLowerCase().replace(/['’]s?$/, '');
          const isSmall =
            /^(?:a|an|and|are|can|do|does|for|from|how|i|if|in|is|it|its|me|my|of|on|or|our|the|to|we|what|when|where|with|you|your)$/.test(
              word,
            );
          return isSmall || word === '' ? null : word;
        },
      },
      searchOptions: {
        fuzzy: term => (term.length > 4 ? 1 : false),
        prefix: term => term.length > 2,
        boost: {title: 6, words: 5, titles: 1, text: 1},
        weights: {fuzzy: 0.3, prefix: 0.4},
        boostDocument: (id, term) => {
          // Part of a name is not the thing: who looks for a contact wants no list.
          if (/^contacts?$/.test(term) && /[/#]contact-types/.test(id)) return 0.2;
          if (term === 'unsubscribe' && /[/#]unsubscribe-groups/.test(id)) return 0.2;
          if (/^schedules?$/.test(term) && /[/#]automations-schedules/.test(id)) return 0.2;
          if (term.startsWith('--') && id.endsWith(`#option${term.slice(1)}`)) return 20;
          const kinds = [
            [/#(?:option|argument)-/, 0.2],
            [/\/(?:proof|tried|schemas)\.html|help\/sandbox\.html#/, 0.3],
            [/#/, 0.6],
            [/\/guides\/|\/help\//, 1.4],
          ];
          return kinds.find(([kind]) => kind.test(id))?.[1] ?? 1;
        },
      },
    },
  },
});

/** The parts of a page that can be found: its head with its words, and each part that has an anchor. */
function* sections(file, html, words) {
  const [, path = ''] = /\/pages\/(.*)\.md$/.exec(file.replaceAll('\\', '/')) ?? [];
  const isCommand = /^commands\/(?!index)/.test(path);
  const parts = html.split(/(?=<h[123] id=)/);
  const titles = [];
  let whole;
  for (const part of parts) {
    const [heading = '', level, anchor = '', inner = ''] =
      /^<h([123]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/s.exec(part) ?? [];
    if (heading === '') continue;
    const title = textOf(inner.replace(/<a class="header-anchor".*$/s, '')).trim();
    const text = textOf(part.slice(heading.length));
    titles.length = Number(level) - 1;
    titles[level - 1] = title;
    if (level === '1') whole = {titles: [title], text: `${words[path] ?? ''}\u0001${text}`};
    // The parts of a command's page have the same names on each, so they belong to the whole.
    else if (isCommand && level === '2') whole.text += ` ${text}`;
    else yield {anchor, titles: titles.filter((_, at) => !(isCommand && at === 1)), text: `\u0001${text}`};
  }
  if (whole) yield whole;
}

const textOf = html => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
