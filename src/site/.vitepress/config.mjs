import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {readable} from './readable.mjs';
import {search} from './search.mjs';

const root = new URL('../', import.meta.url);
const {contents, words} = JSON.parse(readFileSync(new URL('pages/site.json', root), 'utf8'));
/** Where the site will be, if that is known: links that others show as cards need the whole address. */
const address = process.env.EMK_SITE_ADDRESS && new URL(process.env.EMK_SITE_ADDRESS);
const base = address?.pathname ?? '/';

export default {
  lang: 'en',
  title: 'emk',
  description: 'Run an email-marketing account from the terminal.',
  base,
  srcDir: 'pages',
  outDir: fileURLToPath(new URL('../site', root)),
  cacheDir: 'node_modules/.cache/vitepress',
  metaChunk: true,
  ...(address ? {sitemap: {hostname: address.href}} : {}),
  head: [
    ['link', {rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg`}],
    ['meta', {property: 'og:type', content: 'website'}],
    ['meta', {property: 'og:site_name', content: 'emk'}],
    ['meta', {name: 'twitter:card', content: 'summary_large_image'}],
  ],
  transformHead: ({title, description, pageData: {relativePath}}) => [
    ['meta', {property: 'og:title', content: title}],
    ['meta', {property: 'og:description', content: description}],
    ['link', {rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}`}],
    ...(address
      ? [
          [
            'meta',
            {
              property: 'og:url',
              content: new URL(
                relativePath.replace(/(?:index)?\.md$/, found => (found === '.md' ? '.html' : '')),
                address,
              ).href,
            },
          ],
          ['meta', {property: 'og:image', content: new URL('card.png', address).href}],
        ]
      : []),
  ],
  markdown: {
    config: readable,
    codeCopyButtonTitle: 'Copy',
    theme: {light: 'github-light-high-contrast', dark: 'github-dark'},
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      {text: 'Guides', link: '/', activeMatch: '^/(?:index|guides/|$)'},
      {text: 'Commands', link: '/commands/', activeMatch: '^/commands/'},
      {text: 'Reference', link: contents.help[0].link, activeMatch: '^/help/'},
    ],
    sidebar: {
      '/commands/': [{text: 'Commands', link: '/commands/', items: contents.commands}],
      '/help/': [{text: 'Reference', items: contents.help}],
      '/': [{text: 'Guides', items: contents.guides}],
    },
    notFound: {
      title: 'This page is not here',
      quote: 'The search finds pages by their words: press / or Ctrl+K.',
      linkLabel: 'go to the first page',
      linkText: 'Go to the first page',
    },
    outline: {label: 'On this page'},
    search: search(words),
  },
};
