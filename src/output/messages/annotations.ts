import {isAbsolute, relative, sep} from 'node:path';
import type {Host} from '../../system/host.js';
import {writeNow} from '../text/terminal.js';

/** Something to show beside a line of a pull request. */
export type Annotation = {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly text: string;
  readonly file?: string | null | undefined;
  readonly line?: number | null | undefined;
  readonly column?: number | null | undefined;
};

/** Shows findings beside the lines of a pull request, in a job of GitHub Actions. It reads them from stderr too. */
export function annotate(
  {env, stderr, cwd}: Pick<Host, 'env' | 'stderr' | 'cwd'>,
  annotations: readonly Annotation[],
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  for (const {level, title, text, file, line, column} of annotations) {
    const fromHere = file && isAbsolute(file) ? relative(cwd, file).replaceAll(sep, '/') : file;
    const place = {file: fromHere, line, col: column, title};
    const properties = Object.entries(place).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [`${name}=${escaped(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
    );
    writeNow(stderr, `::${level} ${properties.join(',')}::${escaped(text)}\n`, 'words');
  }
}

/** A line end would end the annotation, and what follows could be another command to the job. */
const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
