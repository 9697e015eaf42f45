import {startSandbox} from '../../../src/sandbox/running/start.js';

// Serves a large account, prints its address, and at the end its peak memory.
const [contacts = '0'] = process.argv.slice(2);

const serve = async (): Promise<void> => {
  const {baseUrl, publicKey, secretKey, close} = await startSandbox({
    seed: {kind: 'empty', contacts: Number(contacts)},
  });
  process.stdout.write(`${JSON.stringify({baseUrl, publicKey, secretKey})}\n`);
  process.once('SIGTERM', () => {
    process.stdout.write(`${JSON.stringify({megabytes: process.resourceUsage().maxRSS / 1024})}\n`);
    void close();
  });
};

void serve();
