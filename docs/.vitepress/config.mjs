import {readFileSync} from 'node:fs';

/** The pages of the site, by what their readers want. A page that is not named here is found by the search. */
const contents = {
  'What you want to do': ['sending', 'results', 'import', 'moving', 'sync', 'lists', 'who-gets-no-mail', 'undo'],
  'How to write it': ['dates', 'files', 'output', 'options', 'environment'],
  'For scripts': ['scripting', 'recipes', 'exit-codes', 'errors', 'contract', 'warehouse', 'agents'],
  'For tests': ['sandbox', 'testing', 'ci', 'account-files'],
  'About emk': ['security', 'platforms', 'comparison', 'decisions', 'on-disk'],
};

const titleOf = page => /^# (.*)$/m.exec(readFileSync(new URL(`../${page}.md`, import.meta.url), 'utf8'))?.[1] ?? page;

export default {
  lang: 'en',
  title: 'emk',
  description: 'Run an email-marketing account from the terminal.',
  base: process.env.EMK_SITE_BASE ?? '/',
  outDir: '../site',
  rewrites: {'start.md': 'index.md'},
  srcExclude: ['SKILL.md'],
  head: [['link', {rel: 'icon', type: 'image/svg+xml', href: `${process.env.EMK_SITE_BASE ?? '/'}icon.svg`}]],
  // Tags such as {{first_name}} belong to the pages, not to Vue.
  vue: {template: {compilerOptions: {delimiters: ['[[[', ']]]']}}},
  themeConfig: {
    logo: '/icon.svg',
    sidebar: [
      {text: 'Start', link: '/'},
      ...Object.entries(contents).map(([text, pages]) => ({
        text,
        items: pages.map(page => ({text: titleOf(page), link: `/${page}`})),
      })),
    ],
    outline: {level: 2},
    search: {provider: 'local'},
  },
};
