import {createHash} from 'node:crypto';
import {type Markup, markup} from './markup.js';
import {style} from './style.js';

/** A whole page with its style inside. Its policy forbids scripts and fetching, and allows this style and no other. */
export const selfContained = (title: string, body: Markup): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${{markup: style}}</style>
</head>
<body>
${body}
</body>
</html>
`.markup;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
