import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

/**
 * The bill of materials of the package in CycloneDX form: what was bundled, and what is installed beside it, each with
 * version and checksum from the lock file. It contains no time and no random number, so that two builds are equal.
 */
export async function billOfMaterials(root, inputs) {
  const {name, version, packages} = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const bundled = new Set(inputs.map(input => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]).filter(Boolean));
  const shipped = Object.entries(packages).filter(([path, {dev}]) => path !== '' && (bundled.has(path) || !dev));
  const components = shipped
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, locked]) => toComponent(path, locked));
  const ref = `pkg:npm/${name}@${version}`;
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name,
        version,
        purl: ref,
        licenses: toLicences(packages[''].license),
      },
    },
    components,
    dependencies: [{ref, dependsOn: components.map(component => component['bom-ref'])}],
  };
  const serial = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  return `${JSON.stringify({...bill, serialNumber: `urn:uuid:${toUuid(serial)}`})}\n`;
}

function toComponent(path, {version, license, integrity, dev}) {
  const name = path.split('node_modules/').at(-1);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: 'required',
    purl,
    hashes: toHashes(integrity),
    licenses: toLicences(license),
    properties: [{name: 'emk:how', value: dev ? 'bundled into dist' : 'installed beside it'}],
  };
}

/** Converts a checksum: the lock file has its name and base64; here it is hexadecimal. */
const toHashes = (integrity = '') =>
  integrity
    .split(' ')
    .filter(Boolean)
    .map(each => {
      const [algorithm, content] = each.split(/-(.*)/s);
      return {alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex')};
    });

/** A single licence is an id; several are an expression. */
const toLicences = license =>
  license === undefined ? [] : [/\s/.test(license) ? {expression: license} : {license: {id: license}}];

/** A hash in the form of a UUID made from a name. */
const toUuid = hash =>
  [hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join(
    '-',
  );
