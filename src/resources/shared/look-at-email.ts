import {resolve} from 'node:path';
import {findingInWords, withStrictness} from '../../checks/strictness.js';
import {readTags} from '../../checks/tags.js';
import {BACK, type TypedValues} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {emailOf} from '../../commands/template-input.js';
import {openPreview} from '../../preview/open-preview.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import {readInput} from '../../system/read-input.js';
import {counted} from '../../words/count.js';
import {lintEmail} from './lint-email.js';

/**
 * Checks a mail as soon as its file is known, and returns whether to continue. To fix a mistake, the person edits the
 * file and presses Enter: it is read again. emk asks again before a mailing with an error is sent.
 */
export async function lookAtEmail(context: Context, file: string, so: TypedValues): Promise<boolean> {
  const tags = await readTags(context);
  const rules = {strict: so['strict'] === true, force: [so['force'] ?? []].flat().map(String)};
  for (;;) {
    const email = await emailOf(file, String(await readInput(context.host, resolve(context.host.cwd, file), file)));
    const findings = withStrictness(lintEmail(context.host, email, {file, tags}), rules);
    for (const finding of findings) {
      context.warn(`${file}: ${findingInWords(finding)} ${finding.hint ?? ''}`.trim(), finding.level);
    }
    if (findings.length === 0) {
      context.notice(`${file}: emk found no mistakes.`);
      return true;
    }
    const next = await askNext(context, file, findings);
    if (next === 'go on') return true;
    if (next === 'another') return false;
    if (next === 'preview') await openPreview(context, {name: file, html: email.html, tags, findings});
  }
}

type Next = 'again' | 'preview' | 'go on' | 'another';

async function askNext({ask}: Context, file: string, findings: readonly Finding[]): Promise<Next> {
  const errors = findings.filter(({level}) => level === 'error').length;
  const again = {name: 'I have fixed it: look again', value: 'again'} as const;
  const useAsIs = {name: errors > 0 ? 'Use it with these errors' : 'Use it anyway', value: 'go on'} as const;
  const answer = await ask.guided.pick<Next>(
    errors > 0
      ? `Fix ${counted(errors, 'error')} in ${file} and press Enter`
      : `${file} has ${counted(findings.length, 'warning')}`,
    {
      from: [
        ...(errors > 0 ? [again] : [useAsIs, again]),
        {name: 'Preview it in the browser', value: 'preview'},
        {name: 'Choose another email', value: 'another'},
        ...(errors > 0 ? [useAsIs] : []),
      ],
      canGoBack: true,
    },
  );
  return answer === BACK ? 'another' : answer;
}
