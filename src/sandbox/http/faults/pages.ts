import {STATUS_CODES} from 'node:http';
import type {PulledAnswer, WholeAnswer} from '../../account/answer.js';

const html = {'content-type': 'text/html; charset=UTF-8'} as const;

/** A page of a web server, as people would see it in a browser. */
export const page = (status: number, title: string, headers: {readonly [name: string]: string} = {}): WholeAnswer => ({
  status,
  headers: {...html, ...headers},
  body: `<!DOCTYPE html>\n<html>\n<head><title>${status === 200 ? '' : `${status} `}${title}</title></head>\n<body>\n<h1>${title}</h1>\n</body>\n</html>\n`,
});

/** A gateway's page for a status, with the name of the status. */
export const statusPage = (status: number): WholeAnswer =>
  page(status, STATUS_CODES[status] ?? 'Error', {server: 'nginx'});

/** Puts a warning before an answer, as PHP does if it is set to show warnings. */
export const phpWarning = (says: string, answer: PulledAnswer): PulledAnswer => ({
  ...answer,
  headers: {...answer.headers, ...html},
  text: `<br />\n<b>Warning</b>:  ${says} in <b>Unknown</b> on line <b>0</b><br />\n${answer.text}`,
});
