import {MADE_FROM_MARKDOWN} from '../html/text.js';

/** The laid-out page, and the line on which its first block begins. */
type Page = {readonly html: string; readonly firstLine: number};

type Parts = {
  readonly title: string;
  readonly blocks: readonly string[];
  readonly closing: readonly string[];
  readonly language: string | undefined;
  /** Whether the letter has colours of its own, which fit no dark ground. */
  readonly isColoured: boolean;
};

/** Lays a mail out in one column that mail programs agree on, with the full width on a phone. */
export function layOut({title, blocks, closing, language, isColoured}: Parts): Page {
  const schemes = isColoured ? 'light' : 'light dark';
  const before = `<!doctype html>
<html${language === undefined ? '' : ` lang="${language}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${MADE_FROM_MARKDOWN}">
<meta name="color-scheme" content="${schemes}">
<meta name="supported-color-schemes" content="${schemes}">
<title>${title}</title>${isColoured ? '' : `\n<style>${darkStyle}</style>`}
</head>
<body class="emk-ground" style="margin:0;padding:0;background-color:#f4f4f4">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="emk-ground" style="width:100%;background-color:#f4f4f4" bgcolor="#f4f4f4"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600"><tr><td><![endif]-->
<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="emk-column" style="width:100%;max-width:600px;table-layout:fixed;background-color:#ffffff" bgcolor="#ffffff"><tr><td align="left" class="emk-text" style="padding:24px;${FONT};color:#222222;word-break:break-word;overflow-wrap:anywhere">
`;
  const small = 'margin:24px 0 0;font-size:13px;line-height:1.5;color:#595959';
  const end = closing.length === 0 ? '' : `<p class="emk-small" style="${small}">${closing.join('<br>')}</p>\n`;
  const html = `${before}${blocks.join('\n')}
${end}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return {
    html,
    firstLine: before.split('\n').length,
  };
}

/** The colours of programs that show mail dark. The others drop style sheets or this rule. */
const darkStyle = `@media (prefers-color-scheme:dark){${[
  '.emk-ground{background-color:#121212!important}',
  '.emk-column{background-color:#1e1e1e!important}',
  '.emk-text,.emk-text h1,.emk-text h2,.emk-text h3,.emk-text h4,.emk-text h5,.emk-text h6{color:#eeeeee!important}',
  '.emk-text a{color:#8ab4f8!important}',
  '.emk-text a.emk-button{color:#ffffff!important}',
  '.emk-text pre,.emk-text code{background-color:#333333!important}',
  '.emk-small,.emk-text .emk-small a{color:#b8b8b8!important}',
].join('')}}`;

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5';
