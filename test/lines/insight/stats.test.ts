/** `stats` of mailings and automations, as a person runs it. */

import {Writable} from 'node:stream';
import {stripVTControlCharacters} from 'node:util';
import {describe, expect, test} from 'vitest';
import {sample} from '../../support/sample.js';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();
const emk = (line: string | readonly string[], given?: Parameters<ReturnType<typeof shell>['emk']>[1]) =>
  shell().emk(line, given);
const json = async (line: string) => JSON.parse((await emk(`${line} -o json`)).stdout);

/** What is written to a terminal of this width. */
async function onTerminal(line: string | readonly string[], columns: number): Promise<string> {
  let shown = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      shown += String(chunk);
      done();
    },
  });
  await emk(line, {host: {stdout: Object.assign(stdout, {isTTY: true, columns})}});
  return shown;
}

describe('records', () => {
  test('hold the counters and the rates that follow, and no totals', async () => {
    const [summer, spring, autumn, ...others] = await json('mailings results');
    expect(others).toEqual([]);
    expect(summer).toMatchObject({single_send_name: 'Summer offer', triggered: 8, delivered: 8, bounces: 0});
    expect(summer).toMatchObject({open_rate: summer.unique_opens / summer.delivered, bounce_rate: 0});
    expect(spring.open_rate).toBe(spring.unique_opens / spring.delivered);
    expect(autumn).toMatchObject({triggered: 0, delivered_rate: null, open_rate: null, bounce_rate: null});
  });

  test('are those of the named, in their order, each read by itself', {tags: ['long']}, async () => {
    const before = (await shell().sandbox.requests()).length;
    const named = await json("mailings results 'Spring news' 'Autumn preview'");
    expect(named.map((each: {single_send_name: string}) => each.single_send_name)).toEqual([
      'Spring news',
      'Autumn preview',
    ]);
    const asked = (await shell().sandbox.requests()).slice(before).map(({path}) => path.replace(/\?.*/, ''));
    expect(asked.filter(path => path.endsWith('/single-send/details'))).toHaveLength(2);
  });

  test('are none where nothing is piped in', async () => {
    expect(await emk('mailings results - -o id', {stdin: ''})).toMatchObject({code: 0, stdout: ''});
  });

  test.each(sample(['id', 'csv', 'tsv', 'jsonl', 'md'], 2))('come as %s', async format => {
    const {code, stdout} = await emk(`automations results Welcome -o ${format}`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Welcome|1a379d4b/)]);
    expect(stdout.trimEnd().split('\n').length).toBe(({csv: 2, tsv: 2, md: 3} as Record<string, number>)[format] ?? 1);
  });
});

describe('a list', () => {
  const names = async (line: string): Promise<string[]> =>
    (await json(line)).map((each: {single_send_name: string}) => each.single_send_name);

  test.each([
    ['--sort open_rate', ['Spring news', 'Summer offer', 'Autumn preview']],
    ['--sort -open_rate', ['Summer offer', 'Spring news', 'Autumn preview']],
    ['--sort delivered', ['Autumn preview', 'Spring news', 'Summer offer']],
    ["--where 'open_rate>50%'", ['Summer offer']],
    ["--where 'sent_at>=2026-02'", ['Summer offer']],
    ["--where 'sent_at=2026-01'", ['Spring news']],
    ["--where 'sent_at>=yesterday'", []],
    ['--limit 1', ['Summer offer']],
  ])('%s', async (options, expected) => {
    expect(await names(`mailings results ${options}`)).toEqual(expected);
  });

  test.each([
    ['--sort open', '--sort names a field "open"'],
    ["--fail-if 'bounce_rate>2'", 'Write it as in bounce_rate>2%.'],
    ["--fail-if 'bounces'", '--fail-if "bounces" is not a condition.'],
    ["--fail-if 'bouncerate>2%'", '--fail-if names a field "bouncerate"'],
    ['--compare', '--compare needs at least two mailings.'],
  ])('refuses %s before anything is asked', async (options, says) => {
    const before = (await shell().sandbox.requests()).length;
    const {code, stderr} = await emk(`mailings results ${options.replace('a b', "'Spring news' 'Summer offer'")}`);
    expect(code).toBe(2);
    expect(stderr.replaceAll('\n  ', ' ')).toContain(says);
    expect((await shell().sandbox.requests()).slice(before).filter(({path}) => /details/.test(path))).toEqual([]);
  });
});

describe('--fail-if', () => {
  test('names which send broke which limit, and exits 10 after printing', {tags: ['long']}, async () => {
    const {code, stdout, stderr} = await emk(
      "mailings results -o json --fail-if 'open_rate<50%' --fail-if 'delivered_rate<90%' --fail-if 'open_rate<1%'",
    );
    expect(code).toBe(10);
    const records = JSON.parse(stdout);
    expect(records).toHaveLength(3);
    const {error} = JSON.parse(stderr);
    expect(error).toMatchObject({code: 'check', exit: 10, message: '1 of 3 mailings broke a limit.'});
    expect(error.fields).toEqual({
      [records[1].utr]: ['"Spring news": Open rate is 37.5%, and the limit is open_rate<50%.'],
    });
  });

  test.each(sample(['open_rate<100%', 'open_rate!=50%', 'bounce_rate>=0%'], 1))(
    'is never broken by n/a: %s',
    async limit => {
      expect((await emk(['mailings', 'stats', 'Autumn preview', '--fail-if', limit])).code).toBe(0);
    },
  );
});

describe('a terminal', () => {
  test.each(sample([40, 60, 80, 100, 140], 2))('of %i columns holds the table', async columns => {
    const shown = await onTerminal('mailings results', columns);
    for (const line of stripVTControlCharacters(shown).split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(shown).toContain('Total of 3');
    if (columns >= 80) expect(stripVTControlCharacters(shown)).toContain('│ Delivered │');
  });

  test('is not steered by what the account holds', {tags: ['long']}, async () => {
    const name = '\u001b[31m</script>\u202e"><img onerror=x>\u0007|';
    const {code} = await emk([
      ...['mailings', 'create', '--name', name, '--subject', name, '--preheader', 'x', '--from', '1', '--group', '1'],
      ...['--to', 'contacts_3', '--template', '2', '--at', '2030-05-01 09:00', '--yes'],
    ]);
    expect(code).toBe(0);
    for (const options of ['', '--compare 1 2', '-o md']) {
      const utrs = options.startsWith('--compare')
        ? (await json('mailings results')).slice(-2).map(({utr}: {utr: string}) => utr)
        : [];
      const shown = await onTerminal(
        [
          'mailings',
          'stats',
          ...options.split(' ').filter(word => /^-/.test(word)),
          ...(options.includes('md') ? ['md'] : []),
          ...utrs,
        ],
        120,
      );
      expect(shown).toContain('script');
      for (const wild of ['\u001b[31m', '\u202e', '\u0007']) expect(shown).not.toContain(wild);
      if (options === '-o md') expect(shown).not.toContain('<');
    }
  });
});
