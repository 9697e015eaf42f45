import {commandNamed} from '../commands/aliases.js';
import {type Command, command} from '../commands/command.js';
import {refuseUntold} from '../commands/command-formats.js';
import type {Tree} from '../commands/tree-words.js';
import {notTogether, UsageError} from '../errors.js';

/** `emk man`: manual pages, generated from the tree of commands when they are printed or installed. */
export const manCommand = (tree: Tree, version: string): Command =>
  command({
    summary: 'Print or install manual pages',
    details:
      '--install writes a page for emk and one for each command where man looks for your own pages; after that, ' +
      '"man emk-contacts-import" shows one. Install them again after an update of emk. --uninstall removes them. Both ask ' +
      'first.\n\nWithout these, emk prints the source of one page, which "man -l -" shows.',
    takes: {
      command: {
        type: 'text',
        many: true,
        value: 'command',
        help: 'The command, as in contacts import (default: emk itself)',
      },
      install: {type: 'flag', help: 'Write all pages where man looks for them'},
      uninstall: {type: 'flag', help: 'Remove the pages that --install wrote'},
    },
    args: ['command'],
    calls: [],
    gives: ['text', 'done'],
    examples: ['emk man --install', 'emk man contacts import | man -l -', 'emk man --uninstall'],
    async run(context, {command: words = [], install, uninstall}) {
      refuseMixed(words, {install: install === true, uninstall: uninstall === true});
      if (uninstall) return (await import('./man/install.js')).uninstall(context);
      const {manPages} = await import('./man/pages.js');
      const pages = await manPages(tree, {version, date: context.host.now().toISOString().slice(0, 10)});
      if (install) return (await import('./man/install.js')).install(context, pages);
      if (context.globals.out === undefined) refuseUntold(context.globals, 'the page');
      return {kind: 'raw', body: pageAbout(words, Object.keys(tree), pages)};
    },
  });

function refuseMixed(words: readonly string[], {install, uninstall}: {install: boolean; uninstall: boolean}): void {
  if (install && uninstall) throw notTogether('--install', '--uninstall');
  if (words.length === 0 || !(install || uninstall)) return;
  throw new UsageError(`--${install ? 'install' : 'uninstall'} is for all pages at once.`, {
    hint: `Remove ${words.join(' ')}.`,
  });
}

function pageAbout(words: readonly string[], names: readonly string[], pages: ReadonlyMap<string, string>): string {
  const [first, ...others] = words;
  const known = first === undefined ? undefined : (commandNamed(first, names) ?? first);
  const page = pages.get(['emk', ...(known === undefined ? [] : [known]), ...others].join('-'));
  if (page !== undefined) return page;
  throw new UsageError(`There is no manual page about "${words.join(' ')}".`, {hint: 'For all commands: emk commands'});
}
