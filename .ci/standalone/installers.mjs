import {readFileSync} from 'node:fs';

/**
 * The files that install a release, each from the same version, address and checksums: a script, a formula for Homebrew, a
 * manifest for Scoop, a Dockerfile and an action for GitHub. `sums` has the checksum of each platform's archive.
 */
export function installers({version, homepage, repository}, sums) {
  const base = `${repository.url.replace(/^git\+/, '').replace(/\.git$/, '')}/releases/download/v${version}`;
  const facts = {version, homepage, base, ...sums};
  const fill = name =>
    readFileSync(new URL(name, import.meta.url), 'utf8').replace(/@([a-z][a-z0-9-]+)@/g, (_, fact) => {
      if (!facts[fact]) throw new Error(`${name} names @${fact}@, which is not known.`);
      return facts[fact];
    });
  return {
    'install.sh': fill('install.sh'),
    'emk.rb': fill('emk.rb'),
    'emk.json': scoop(facts),
    Dockerfile: fill('Dockerfile'),
    'action.yml': fill('action.yml'),
  };
}

function scoop({version, homepage, base, 'win-x64': hash}) {
  const manifest = {
    version,
    description: 'Manage an email-marketing account',
    homepage,
    license: 'MIT',
    architecture: {'64bit': {url: `${base}/emk-${version}-win-x64.zip`, hash}},
    extract_dir: 'emk',
    bin: 'bin\\emk.cmd',
  };
  return `${JSON.stringify(manifest, null, 4)}\n`;
}
