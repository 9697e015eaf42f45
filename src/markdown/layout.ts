import {MADE_FROM_MARKDOWN} from '../html/made-email.js';

/** The laid-out page, and the line on which its first block begins. */
type Page = {readonly html: string; readonly firstLine: number};

type Parts = {
  readonly title: string;
  readonly blocks: readonly string[];
  readonly closing: readonly string[];
  readonly fromRight: boolean;
};

/** Lays a mail out in one column that mail programs agree on, with the full width on a phone. */
export function layOut({title, blocks, closing, fromRight}: Parts): Page {
  const direction = fromRight ? ' dir="rtl"' : '';
  const before = `<!doctype html>
<html${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="${MADE_FROM_MARKDOWN}">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background-color:#f4f4f4">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;background-color:#f4f4f4" bgcolor="#f4f4f4"><tr><td align="center" style="padding:16px 8px">
<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600"><tr><td><![endif]-->
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:#ffffff" bgcolor="#ffffff"><tr><td${direction} align="left" style="padding:24px;${FONT};color:#222222">
`;
  const small = 'margin:24px 0 0;font-size:13px;line-height:1.5;color:#595959';
  const end = closing.length === 0 ? '' : `<p style="${small}">${closing.join('<br>')}</p>\n`;
  const html = `${before}${blocks.join('\n')}
${end}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
  return {
    html: fromRight ? html.replaceAll(' align="left"', ' align="right"') : html,
    firstLine: before.split('\n').length,
  };
}

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5';
