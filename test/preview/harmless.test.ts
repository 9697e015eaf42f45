/** Nothing in the frame of a preview names anything that a browser would fetch, however a mail writes it. */
import fc from 'fast-check';
import {describe, expect} from 'vitest';
import {elementsIn, parseHtml} from '../../src/html/parse.js';
import {harmlessCss} from '../../src/preview/harmless-css.js';
import {mailFrame} from '../../src/preview/mail-frame.js';
import {longTest, test} from '../in-two-parts.js';
import {samples} from '../random-runs.js';

const away = 'https://a.example/x.png';

/** Every way in which HTML, SVG and style sheets can refer to other places. */
const markup = [
  `<img srcset="${away} 2x">`,
  `<img src="${away}" srcset="${away}">`,
  `<picture><source srcset="${away}"><img alt="x"></picture>`,
  `<input type="image" src="${away}">`,
  `<video src="${away}" poster="${away}"><source src="${away}"><track src="${away}"></video>`,
  `<audio src="${away}"></audio>`,
  `<body background="${away}">`,
  `<table background="${away}"><tr background="${away}"><td background="${away}">x</table>`,
  `<object data="${away}" codebase="${away}"></object><embed src="${away}"><applet archive="${away}"></applet>`,
  `<iframe src="${away}" srcdoc="<img src=${away}>"></iframe><frameset><frame src="${away}"></frameset>`,
  `<link rel="stylesheet" href="${away}"><link rel="preload" as="image" imagesrcset="${away}">`,
  `<meta http-equiv="refresh" content="0; url=${away}"><base href="${away}">`,
  `<svg><image href="${away}"/><image xlink:href="${away}"/><use href="${away}#x"/><feImage href="${away}"/></svg>`,
  `<svg><style>p {fill: url(${away})}</style><rect fill="url(${away}#a)" mask="url(${away})"/><a href="${away}">x</a></svg>`,
  `<svg><foreignObject><p style="background: url(${away})">x</p></foreignObject><script href="${away}"></script></svg>`,
  `<math><mtext><img src="${away}"></mtext><mi href="${away}">x</mi></math>`,
  `<script src="${away}"></script><noscript><img src="${away}"></noscript>`,
  `<template><img src="${away}"></template><portal src="${away}"></portal>`,
  `<form action="${away}"><button formaction="${away}">x</button></form>`,
  `<blockquote cite="${away}">x</blockquote><img longdesc="${away}" lowsrc="${away}" dynsrc="${away}" usemap="${away}">`,
  `<html manifest="${away}"><head profile="${away}"></head></html>`,
  `<v:fill src="${away}"/><x-new src="${away}" any-new-way="${away}">x</x-new>`,
  `<bgsound src="${away}"><layer src="${away}">x</layer><ilayer background="${away}">x</ilayer>`,
];

/** Every way in which a style sheet can. */
const values = [
  `url(${away})`,
  `url("${away}")`,
  `url( '${away}' )`,
  `URL(${away})`,
  `u\\72l(${away})`,
  `\\75\\72\\6c(${away})`,
  `\\000075 rl("${away}")`,
  `url("https://a.exampl\\65/x.png")`,
  `url(  "${away}" format("png"))`,
  `url(${' '.repeat(300)}"${away}")`,
  `image-set("${away}" 1x, url(${away}) 2x)`,
  `-webkit-image-set(url(${away}) 1x)`,
  `image("${away}")`,
  `src("${away}")`,
  `cross-fade(url(${away}), "${away}")`,
  `element(#x) , paint(a, "${away}")`,
  `any-new-function("${away}")`,
  `var(--x, url(${away}))`,
  `linear-gradient(red, blue), url(${away})`,
  `expression("${away}")`,
  `progid:DXImageTransform.Microsoft.AlphaImageLoader(src='${away}')`,
  `"a\\"b" url(${away})`,
  `"a\r url(${away})`,
  `'a\f url("${away}")`,
  `/* " */ url(${away}) /* ' */`,
  `url(/* */${away})`,
  `url@import x;(${away})`,
  `\\75\\72\\6c@(${away})`,
  `\\75\\72\\6c@import x;(${away})`,
  `url(data:text/html,${away})`,
  `url(${away}`,
  `url("${away}`,
];

const sheets = [
  ...values.map(value => `p {background: ${value}}`),
  ...values.map(value => `:root {--x: ${value}} p {background: var(--x)}`),
  `@import "${away}";`,
  `@import url(${away}) screen;`,
  `@\\69mport "${away}";`,
  `@IMPORT '${away}'`,
  `@import url(${away}) supports(a: b(c)) layer(x); p {color: red}`,
  `@font-face {font-family: x; src: url(${away}) format("woff2"), local(x)}`,
  `@namespace url(${away}); @any-new-rule "${away}" {p {color: red}}`,
  `@media screen {@import "${away}"; p {list-style: url(${away})}}`,
  `<!-- @import "${away}"; -->`,
];

describe('elements and attributes', () => {
  test.each(markup)('%s', html => {
    expect(mailFrame(`<p>Hello</p>${html}`, 'light')).not.toContain('a.example');
  });

  test('of a link stay as words that tell where it would lead', () => {
    expect(mailFrame('<a href="https://a.example" ping="https://b.example">x</a>', 'light')).toContain(
      '<a href="#" title="https://a.example">x</a>',
    );
  });
});

describe('styles', () => {
  // Text in a string or without an address is not fetched, so this finds calls, and rules that name an address.
  const fetches =
    /url\((?!"data:image\/)|image-set|image\(|src\(|cross-fade|element\(|paint\(|new-|@import|@namespace|expression|Loader\(/i;

  test.each(sheets)('%s', css => {
    expect(harmlessCss(css, 'light')).not.toMatch(fetches);
    expect(mailFrame(`<style>${css}</style>`, 'light')).not.toMatch(/(?:url\(|import|set\()[^;}]*a\.example/i);
  });

  test.each(values)('in an attribute: %s', value => {
    const html = `<p style="background: ${value.replaceAll('"', '&quot;').replaceAll('\r', '&#13;')}">x</p>`;
    expect(mailFrame(html, 'light')).not.toMatch(fetches);
  });

  test('what may stay, stays', () => {
    const css = `@media (max-width: 600px) {.a > td:nth-child(2):not(.b) {width: calc(100% - 2px) !important; color: RGB(1, 2, 3)}}
/**/
@keyframes k {from {transform: translate(1px)}} p::before {content: "url(x) \\"@import\\" "; background: linear-gradient(red, #fff)}
q {background: url("data:image/png;base64,AAAA=")}`;
    expect(harmlessCss(css, 'light')).toBe(css.replace('RGB', 'rgb'));
  });

  test('read again, they are the same: no piece grows together with another', () => {
    const pieces = fc.constantFrom(
      ...['url', '(', ')', '"', "'", '\\', '\n', '/*', '*/', '@', 'import', '@import', ';', '{', '}', 'var(', 'rgb('],
      ...[
        'data:image/png;,',
        away,
        'image-set',
        'u\\72l',
        '\\69',
        ' ',
        '--x:',
        'a',
        '\f',
        '\r',
        '<!--',
        'none',
        '/',
        '*',
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, {maxLength: 30}), parts => {
        const once = harmlessCss(parts.join(''), 'light');
        expect(harmlessCss(once, 'light')).toBe(once);
      }),
      samples(400),
    );
  });
});

longTest('no page of random pieces brings an element or an attribute that is not known to be harmless', () => {
  const pieces = fc.constantFrom(
    ...markup,
    ...[
      '<svg>',
      '</svg>',
      '<math>',
      '<style>',
      '</style>',
      '<title>',
      '</title>',
      '<textarea>',
      '<select>',
      '<table>',
      '<p>',
    ],
    ...[
      '<xmp>',
      '</xmp>',
      '<noscript>',
      '<plaintext>',
      '<!--',
      '-->',
      '<desc>',
      '<mglyph>',
      '<annotation-xml>',
      '<![CDATA[',
    ],
  );
  const fetching = /^(?:srcset|href|background|poster|data|action|formaction|ping|cite|longdesc|src)$/;
  fc.assert(
    fc.property(fc.array(pieces, {maxLength: 12}), parts => {
      const found = [...elementsIn(parseHtml(mailFrame(parts.join(''), 'dark')))].flatMap(({tagName, attrs}) =>
        attrs
          .filter(({name, value}) => fetching.test(name) && !/^(?:#|data:image\/)/.test(value))
          .map(({name, value}) => `${tagName} ${name}=${value}`),
      );
      expect(found).toEqual([]);
    }),
    samples(150),
  );
});
