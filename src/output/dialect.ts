import {csv} from './csv.js';
import type {Dialect} from './delimited.js';
import type {RenderOptions} from './render-options.js';
import {clean} from './sanitise.js';
import type {Sink} from './sink.js';
import {tsv} from './tsv.js';

/** How cells are written, which on a terminal are cleaned like everything that people see. */
export function toDialect({format, width, raw}: RenderOptions, sink: Sink): Dialect {
  const cleaner = width === undefined ? undefined : clean;
  if (format === 'tsv') return tsv(cleaner);
  let guarded = false;
  const onGuard = (): void => {
    if (!guarded) sink.notice(guardNotice);
    guarded = true;
  };
  return csv({raw, clean: cleaner, onGuard});
}

const guardNotice =
  "Cells that a spreadsheet would run begin with ' here, which an import takes away; a list's --raw leaves them alone.";
