/**
 * Writes the table of what mail programs do not show, from the data of caniemail.com. The package `caniemail` that holds
 * them is fetched and not installed: it would bring 45 packages for one file. With --check it writes nothing, and fails
 * if the table differs; a registry without an answer is not a failure.
 */
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const source = {
  name: 'caniemail@1.0.5',
  sha256: '7e050ab0dbbefc80f79634caf21f8ca0b99b0a1e2b6d298de74b2e43bf3d8098',
};
const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const table = fileURLToPath(new URL('../src/html/mail-program-table.ts', import.meta.url));

/** The programs whose answers count, by the names of emk. Others are gone, or have too few readers to be named. */
const programs = {
  'apple-mail': ['apple-mail', 'macos'],
  'apple-mail-ios': ['apple-mail', 'ios'],
  gmail: ['gmail', 'desktop-webmail'],
  'gmail-ios': ['gmail', 'ios'],
  'gmail-android': ['gmail', 'android'],
  'outlook-windows': ['outlook', 'windows'],
  'outlook-mac': ['outlook', 'macos'],
  'outlook-web': ['outlook', 'outlook-com'],
  'outlook-ios': ['outlook', 'ios'],
  'outlook-android': ['outlook', 'android'],
  yahoo: ['yahoo', 'desktop-webmail'],
  'yahoo-ios': ['yahoo', 'ios'],
  'yahoo-android': ['yahoo', 'android'],
  aol: ['aol', 'desktop-webmail'],
  samsung: ['samsung-email', 'android'],
  thunderbird: ['thunderbird', 'macos'],
  proton: ['protonmail', 'desktop-webmail'],
  gmx: ['gmx', 'desktop-webmail'],
  'web-de': ['web-de', 'desktop-webmail'],
  't-online': ['t-online-de', 'desktop-webmail'],
  orange: ['orange', 'desktop-webmail'],
  sfr: ['sfr', 'desktop-webmail'],
  laposte: ['laposte', 'desktop-webmail'],
  fastmail: ['fastmail', 'desktop-webmail'],
  'mail-ru': ['mail-ru', 'desktop-webmail'],
};

/** What breaks a letter where it fails; much else that fails is only plainer. */
const features = [
  'css-display-flex',
  'css-display-grid',
  'css-position',
  'css-variables',
  'css-at-import',
  'css-background-image',
  'html-background',
  'html-svg',
  'image-svg',
  'image-webp',
  'image-avif',
  'html-video',
  'html-audio',
  'html-button-submit',
  'html-input-text',
  'html-select',
  'html-textarea',
  'html-base',
];

const folder = mkdtempSync(join(tmpdir(), 'emk-mail-programs-'));
try {
  const data = fetched();
  if (data === undefined) console.log('The registry does not answer: the table of mail programs was not checked.');
  else if (!process.argv.includes('--check')) writeFileSync(table, written(data));
  else if (readFileSync(table, 'utf8') !== written(data)) {
    console.error('src/html/mail-program-table.ts is not current: node .ci/mail-programs.mjs writes it.');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, {recursive: true, force: true});
}

function fetched() {
  const {stdout, status} = spawnSync('npm', ['pack', source.name, '--silent', '--prefer-offline'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 60_000,
  });
  if (status !== 0) return undefined;
  const archive = join(folder, stdout.trim());
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
  if (sha256 !== source.sha256) throw new Error(`${source.name} is not the archive that was looked at: ${sha256}`);
  spawnSync('tar', ['xzf', archive], {cwd: folder});
  return JSON.parse(readFileSync(join(folder, 'package/data/caniemail.json'), 'utf8'));
}

function written({data, last_update_date}) {
  const rows = features.map(slug => {
    const {stats} = data.find(feature => feature.slug === slug);
    const fails = Object.entries(programs).filter(([, [family, platform]]) =>
      Object.values(stats[family]?.[platform] ?? {})
        .at(-1)
        ?.startsWith('n'),
    );
    return `  '${slug}':\n    '${fails.map(([name]) => name).join(' ')}',\n`;
  });
  return formatted(`// Written by .ci/mail-programs.mjs from the data of caniemail.com of ${last_update_date.slice(0, 10)}, under the MIT licence.

/** The mail programs that were asked. */
export const mailPrograms =
  '${Object.keys(programs).join(' ')}';

/** Where each of these fails, by its name on caniemail.com. */
export const failures: Readonly<Record<string, string>> = {
${rows.join('')}};
`);
}

function formatted(text) {
  const {stdout} = spawnSync(process.execPath, [biome, 'format', `--stdin-file-path=${table}`], {
    input: text,
    encoding: 'utf8',
  });
  return stdout;
}
