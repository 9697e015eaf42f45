/** What checks find, for the reviews of a pull request: SARIF for code scanning, and annotations in a job of GitHub Actions. */
import {mkdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import Ajv from 'ajv';
import {expect} from 'vitest';
import {annotate} from '../../src/output/messages/annotations.js';
import {fakeHost} from '../accounts/fake-host.js';
import {longTest, test} from '../in-two-parts.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell();
const page = (part: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>May</title></head><body>\n${part}
<p>What is new in May, in a few words.</p><p>((sender_address)) <a href="((unsubscribe_preferences))">Out</a></p></body></html>`;
const inJob = {env: {GITHUB_ACTIONS: 'true'}};

test('the findings of several files are one run of SARIF, with their places', async () => {
  mkdirSync(join(shell().folder, 'my letters'));
  shell().write('my letters/may.html', page('<a href="">x</a>'));
  shell().write('my letters/june.html', page('<p>fine</p>'));
  const {code, stdout} = await shell().emk("templates lint 'my letters/*.html' -o sarif");
  expect(code).toBe(10);
  expect(JSON.parse(stdout)).toEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {driver: {name: 'emk', rules: [{id: 'link-empty'}]}},
        columnKind: 'utf16CodeUnits',
        results: [
          {
            ruleId: 'link-empty',
            level: 'error',
            message: {text: 'This link leads nowhere. Add the full address, starting with https://'},
            locations: [
              {
                physicalLocation: {
                  artifactLocation: {uri: 'my%20letters/may.html'},
                  region: {startLine: 2, startColumn: 4},
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

longTest('without findings it has no results, and a finding about a mailing has no place', async () => {
  shell().write('fine.html', page('<p>fine</p>'));
  const fine = await shell().emk('templates lint fine.html -o sarif');
  expect([fine.code, JSON.parse(fine.stdout).runs[0].results]).toEqual([0, []]);
  const {stdout} = await shell().emk(['single-sends', 'check', 'Spring news', '-o', 'sarif']);
  const [result] = JSON.parse(stdout).runs[0].results;
  expect(result.ruleId).toBe('running');
  expect(result.locations).toBeUndefined();
});

/** The schema of SARIF 2.1.0 as its authors publish it. */
const {
  id: $id,
  $schema: _,
  ...schema
} = createRequire(import.meta.url)('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const isUri = (text: string): boolean => URL.canParse(text);
const isReference = (text: string): boolean => /^[!#-;=?-Z_a-z~%[\]]*$/.test(text) && URL.canParse(text, 'https://a.b');
const keepsToSchema = new Ajv.default({
  strict: false,
  unicodeRegExp: false,
  formats: {uri: isUri, 'uri-reference': isReference, 'date-time': true},
}).compile({$id, ...schema});

longTest('whatever was found, it keeps to the schema of SARIF', async () => {
  mkdirSync(join(shell().folder, 'größe & [1]'));
  shell().write('größe & [1]/50% #?.html', '<p>((frist_name)) {{x}} <a href="">"ü"</a>\u2028</p>');
  shell().write('may.md', '# May\n\n[x](htp://a) *|FNAME|*\n\n![](b.png)\n');
  shell().write('fine.html', page('<p>fine</p>'));
  for (const line of [
    ['templates', 'lint', 'größe & [1]/50% #?.html', 'may.md', 'fine.html'],
    ['templates', 'lint', 'fine.html'],
    ['templates', 'lint', 'Newsletter', '-', '--strict'],
    ['single-sends', 'check', 'Spring news'],
    ['templates', 'lint', 'may.md', '--where', 'level=error', '--limit', '1'],
  ]) {
    const {stdout, code} = await shell().emk([...line, '-o', 'sarif'], {stdin: '<b>Hello'});
    keepsToSchema(JSON.parse(stdout));
    expect([line, code === 0 || code === 10, keepsToSchema.errors]).toEqual([line, true, null]);
  }
  expect(keepsToSchema({version: '2.1.0', runs: [{tool: {driver: {}}}]})).toBe(false);
});

test('only findings can be printed so', async () => {
  const {code, stderr} = await shell().emk('contacts list -o sarif');
  expect([code, stderr]).toEqual([2, expect.stringContaining('cannot print sarif')]);
});

longTest('in a job of GitHub Actions each finding stands beside its line, and elsewhere not', async () => {
  shell().write('a,b.html', page('<a href="">50%</a>'));
  const line = ['templates', 'lint', 'a,b.html', '-o', 'json'];
  const {stderr} = await shell().emk(line, inJob);
  expect(stderr).toContain(
    '::error file=a%2Cb.html,line=2,col=4,title=link-empty::This link leads nowhere. Add the full address, starting with https://\n',
  );
  expect((await shell().emk(line)).stderr).not.toContain('::error');
});

longTest('so do the mistakes in the files of an account, and what a plan would change', async () => {
  await shell().emk('account pull pulled');
  shell().write('pulled/unsubscribe-groups.yaml', '- name: Tips\n  description: Our tips\n  display: yes\n');
  const plan = await shell().emk('account plan pulled', inJob);
  expect(plan.stderr).toMatch(/^::(?:notice|error) .*::.*/m);
  shell().write('pulled/senders.yaml', '- nam: x\n');
  const broken = await shell().emk('account plan pulled', inJob);
  expect(broken).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^::error file=pulled\/senders\.yaml,line=1,col=\d+,title=preflight::/m),
  });
});

test('a text cannot add a command to the job', () => {
  const host = fakeHost({env: {GITHUB_ACTIONS: 'true'}});
  let said = '';
  host.stderr.on('data', chunk => {
    said += String(chunk);
  });
  annotate(host, [{level: 'error', title: 'a:b,c', text: 'one\n::stop-commands::x\r'}]);
  expect(said).toBe('::error title=a%3Ab%2Cc::one%0A::stop-commands::x%0D\n');
});
