import {spawnSync} from 'node:child_process';
import {columns} from './contacts.mjs';
import {amountRow, row} from './row.mjs';
import {emk, inTurn, median, peer, run, versionOf} from './run.mjs';

/**
 * Lists to JSON lines and to CSV. emk reads a million contacts from the service; the other programs read a tenth of
 * that from a file, because jq would take a minute and 3 GB. The time per byte is compared.
 */
export async function listRows(service, files) {
  const small = files.list(100_000);
  const large = await service.sizeOf('n1000000');
  const less = await service.sizeOf('n100000');
  return [
    ...(await formatRows('JSON lines', {
      service,
      format: ['-o', 'jsonl'],
      sizes: {small: small.bytes, large, less},
      peers: [
        {name: 'jq -c', atLeast: 7, work: hasJq && (() => run('jq', ['-c', '.message.contacts[]', small.path]))},
        {
          name: 'stream-json',
          atLeast: 18,
          work: versionOf('stream-json') && (() => runPeer('stream-json-lines', small.path)),
        },
        {name: 'JSON.parse of it all', atLeast: 1, work: () => runPeer('json-parse-lines', small.path)},
      ],
      memory: 110,
    })),
    ...(await formatRows('CSV', {
      service,
      format: ['-o', 'csv', '--columns', columns.join()],
      sizes: {small: small.bytes, large, less},
      peers: [
        {name: 'jq -r @csv', atLeast: 4, work: hasJq && (() => run('jq', ['-r', jqCsv, small.path]))},
        {
          name: 'stream-json, csv-stringify',
          atLeast: 14,
          work:
            versionOf('stream-json') && versionOf('csv-stringify') && (() => runPeer('stream-json-csv', small.path)),
        },
      ],
      memory: 130,
    })),
    await sortRow(service),
  ];
}

/** A list that is held, in memory and on the disk, until its last record is there. */
async function sortRow(service) {
  const env = {EMK_BASE_URL: service.at('r300000')};
  const words = ['contacts', 'list', '--sort', 'email', '-o', 'jsonl'];
  const {peak, ms} = await run(process.execPath, [emk, ...words], {env, memory: true});
  const note = `${(ms / 1000).toFixed(1)} s`;
  return amountRow('300,000 contacts in order: peak memory', {amount: peak, unit: 'MB', atMost: 200, note});
}

async function formatRows(what, {service, format, sizes, peers, memory}) {
  const list = plan => () =>
    run(process.execPath, [emk, 'contacts', 'list', ...format], {env: {EMK_BASE_URL: service.at(plan)}, memory: true});
  const present = peers.filter(({work}) => work);
  const [runs, fewer, ...others] = await inTurn(3, [
    list('n1000000'),
    list('n100000'),
    ...present.map(({work}) => work),
  ]);
  const rate = (all, bytes) => all.map(({ms}) => bytes / ms / 1000);
  const rates = rate(runs, sizes.large);
  const [peak, lower] = [runs, fewer].map(all => median(all.map(run => run.peak)));
  return [
    ...peers.map(({name, atLeast, work}) => {
      const found = present.findIndex(one => one.name === name);
      const theirs = work ? rate(others[found], sizes.small) : undefined;
      const note = theirs && `${median(rates).toFixed(0)} and ${median(theirs).toFixed(0)} MB/s`;
      return row(`1,000,000 contacts to ${what}, over ${name}`, {ones: rates, others: theirs, atLeast, note});
    }),
    amountRow(`${what}: peak memory`, {amount: peak, unit: 'MB', atMost: memory}),
    amountRow(`${what}: more of it than for 100,000`, {amount: peak - lower, unit: 'MB', atMost: 10, note: 'flat'}),
  ];
}

const runPeer = (name, ...args) => run(process.execPath, [peer(name), ...args]);

const hasJq = spawnSync('jq', ['--version']).status === 0;
const jqCsv = `.message.contacts[] | [${columns.map(column => `.${column}`).join()}] | @csv`;
