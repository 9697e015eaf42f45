import {describe, expect, test} from 'vitest';
import {type Consequence, createAgree} from '../../src/commands/agree.js';
import type {Ask} from '../../src/ask/terminal/ask.js';
import {cardText} from '../../src/commands/card.js';
import {type Effect, effectOf, join, starting} from '../../src/effect/effect.js';
import contacts from '../../src/endpoints/contacts.js';
import contactLists from '../../src/endpoints/lists.js';
import {InterruptedError, UnreachableError} from '../../src/errors.js';
import {answering, nobody} from '../accounts/fake-context.js';

const open = async (): Promise<void> => {};

type Asked = Consequence & {readonly deletes?: number};

const agreeing = (...how: Parameters<typeof createAgree>) => {
  const agree = createAgree(...how);
  return ({deletes = 1, ...consequence}: Asked) =>
    agree(effectOf('deletes', contacts, deletes, {wayBack: 'copy'}), consequence);
};

const confirming = (ask: Ask, {yes = false, dryRun = false} = {}, guard = open) =>
  agreeing(ask, {yes, dryRun, keepDeleted: 30, reader: 'people'}, guard);

describe('agree', () => {
  const what = 'Delete list 12 "Leads"';

  test('asks at a terminal, and yes passes', async () => {
    const ask = answering(true);
    await confirming(ask)({what});
    expect(ask.questions).toEqual(['Delete list 12 "Leads"?']);
  });

  test('nothing is asked where nobody is mailed and nothing deleted, unless few people would mean it', async () => {
    const ask = answering(true, true);
    const agree = createAgree(ask, {yes: false, dryRun: false, keepDeleted: 30, reader: 'people'}, open);
    await agree(effectOf('creates', contacts), {what: 'Add Ada'});
    await agree(effectOf('updates', contacts));
    await agree(effectOf('creates', contacts), {what: 'Add Ada twice', always: true});
    await agree(effectOf('creates', contacts, 1, {starts: starting(['Welcome'])}), {what: 'Add Ada'});
    expect(ask.questions).toEqual(['Add Ada twice?', 'Add Ada, which starts the live automation "Welcome"?']);
  });

  test.each([
    ['in a script', false, false],
    ['at a terminal with --yes', true, true],
  ])('automations that would start stop it %s, unless the line allows them', async (_, possible, yes) => {
    const ask = {...answering(true), possible};
    const agree = createAgree(ask, {yes, dryRun: false, keepDeleted: 30, reader: 'people'}, open);
    const effect = effectOf('creates', contacts, 1, {starts: starting(['Welcome'])});
    for (const asking of [undefined, {what: 'Add Ada'}, {settled: 'asked before'}] as const)
      await expect(agree(effect, ...(asking ? [asking] : []))).rejects.toMatchObject({
        exit: 2,
        message: 'This would start the live automation "Welcome".',
      });
    await agree(effect, {what: 'Add Ada', allowAutomations: true});
    expect(ask.questions).toEqual([]);
  });

  test('no is the end of it', async () => {
    await expect(confirming(answering(false))({what})).rejects.toMatchObject({
      exit: 130,
      message: 'Nothing was changed.',
    });
  });

  test('where nobody is, it says what would happen and how to agree', async () => {
    await expect(confirming(nobody)({what})).rejects.toMatchObject({
      exit: 2,
      message: 'emk needs a yes to delete list 12 "Leads".',
      hint: expect.stringContaining('--yes'),
    });
  });

  test('--yes and --dry-run ask nothing', async () => {
    await confirming(nobody, {yes: true})({what});
    await confirming(answering(), {yes: true})({what});
    await confirming(nobody, {dryRun: true})({what, deletes: 1000});
  });

  test.each([
    ['25 in a script', nobody, {deletes: 25}, undefined],
    ['26 in a script', nobody, {deletes: 26}, 'Deleting more than 25 records in a script needs --max-delete N.'],
    ['26 at a terminal', answering(), {deletes: 26}, undefined],
    ['as many as allowed', nobody, {deletes: 26, maxDelete: 26}, undefined],
    [
      'more than allowed',
      nobody,
      {deletes: 27, maxDelete: 26},
      'This deletes 27 records, but --max-delete allows only 26.',
    ],
    [
      'more than allowed, at a terminal',
      answering(),
      {deletes: 3, maxDelete: 2},
      'This deletes 3 records, but --max-delete allows only 2.',
    ],
  ] satisfies [string, Ask, Omit<Asked, 'what'>, string | undefined][])(
    'with --yes, deleting %s',
    async (_what, ask, numbers, message) => {
      const attempt = confirming(ask, {yes: true})({what, ...numbers});
      if (message === undefined) await expect(attempt).resolves.toBeDefined();
      else await expect(attempt).rejects.toMatchObject({exit: 2, message});
    },
  );

  test('a card is shown before the question, which says what was read', async () => {
    const ask = answering(true);
    const shown: string[] = [];
    const card = async () => ({what: 'Delete Leads and its 40 people', lines: [['People', '40 \u001b[2J']] as const});
    const confirm = agreeing(ask, {yes: false, dryRun: false, keepDeleted: 30, reader: 'people'}, open, async lines => {
      expect(ask.questions).toEqual([]);
      shown.push(cardText(lines, 80));
    });
    await confirm({what, card});
    expect([shown, ask.questions]).toEqual([['  People  40 ␛[2J\n'], ['Delete Leads and its 40 people?']]);
  });

  test('without a copy, a person learns before the question that a deletion is for ever', async () => {
    const shown: string[] = [];
    const globals = {yes: false, dryRun: false, keepDeleted: 0, reader: 'people'} as const;
    const confirm = agreeing(answering(true, true), globals, open, async lines => {
      shown.push(cardText(lines, 80));
    });
    await confirm({what, deletes: 0});
    await confirm({what, deletes: 1});
    expect(shown).toEqual(['  Copy  none, as the setting keep-deleted is 0: you cannot undo this\n']);
  });

  test('what keeps no copy for anybody is told as well, and what files make again is not', async () => {
    const shown: string[] = [];
    const globals = {yes: false, dryRun: false, keepDeleted: 30, reader: 'people'} as const;
    const agree = createAgree(answering(true, true, true), globals, open, async lines => {
      shown.push(cardText(lines, 80));
    });
    for (const wayBack of ['none', 'files', 'copy'] as const)
      await agree(effectOf('deletes', contacts, 1, {wayBack}), {what});
    expect(shown).toEqual(['  Copy  none: you cannot undo this\n']);
  });

  test('a dry run says who goes along with lists, and how they come back', async () => {
    const saidOf = async (effect: Effect, keepDeleted = 30) => {
      const sentences: string[] = [];
      const globals = {yes: false, dryRun: true, keepDeleted, reader: 'people'} as const;
      const agree = createAgree(nobody, globals, open, undefined, sentence => sentences.push(sentence));
      await agree(effect, {what});
      return sentences;
    };
    const lists = (count: number, wayBack: 'copy' | 'none', withPeople?: number) =>
      effectOf('deletes', contactLists, count, {wayBack, withPeople});
    const said = (wayBack: 'copy' | 'none', count: number, withPeople?: number, keepDeleted = 30) =>
      saidOf(lists(count, wayBack, withPeople), keepDeleted);
    expect(await saidOf(join(lists(1, 'copy', 40), lists(1, 'copy', 0)))).toEqual([
      expect.stringMatching(/^40 people on it would be deleted too\./),
    ]);
    expect(await said('copy', 1)).toEqual([]);
    expect(await said('copy', 1, 0)).toEqual([]);
    expect(await said('none', 1)).toEqual(['emk keeps no copy: you cannot undo this.']);
    expect(await said('copy', 1, 40)).toEqual([
      '40 people on it would be deleted too. emk keeps a copy first, and "emk undo" brings them back.',
    ]);
    expect(await said('copy', 2, 1, 0)).toEqual([
      '1 person on them would be deleted too. emk keeps no copy, as the setting keep-deleted is 0: you cannot undo this.',
    ]);
  });

  test('a card may ask in fewer words', async () => {
    const ask = answering(true);
    await confirming(ask)({
      what,
      card: async () => ({what: 'Delete Leads and its 40 people', question: 'Go on', lines: []}),
    });
    expect(ask.questions).toEqual(['Go on?']);
  });

  test('a refusal says what was read, and what it knew where nothing can be read', async () => {
    const read = async () => ({what: 'Delete Leads and its 40 people', lines: []});
    const refusal = (card: Consequence['card'], reader: 'people' | 'programs') =>
      agreeing(
        nobody,
        {yes: false, dryRun: false, keepDeleted: 30, reader},
        open,
      )({what, card}).catch(error => error.message);
    expect(await refusal(read, 'people')).toContain('delete Leads and its 40 people');
    expect(await refusal(read, 'programs')).toContain('delete list 12');
    expect(await refusal(() => Promise.reject(new UnreachableError('Away.')), 'people')).toContain('list 12');
    expect(await refusal(() => Promise.reject(new InterruptedError('Stop.')), 'people')).toBe('Stop.');
    expect(await refusal(() => Promise.reject(new TypeError('A bug')), 'people')).toBe('A bug');
  });

  test('a long fact goes on below itself', () => {
    const text = cardText(
      [
        ['To', 'aaaa bbbb cccc dddd eeee ffff'],
        ['Left out', 'x'],
      ],
      32,
    );
    expect(text).toBe('  To        aaaa bbbb cccc dddd\n            eeee ffff\n  Left out  x\n');
  });

  test('the guard comes before the question, but not in a dry run', async () => {
    const closed = () => Promise.reject(new Error('read-only'));
    const ask = answering(true);
    await expect(confirming(ask, {}, closed)({what})).rejects.toThrow('read-only');
    expect(ask.questions).toEqual([]);
    await confirming(ask, {dryRun: true}, closed)({what});
  });
});
