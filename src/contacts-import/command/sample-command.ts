import {type Context, command} from '../../commands/command.js';
import {operations} from '../../endpoints/contacts.js';
import {NotFoundError} from '../../errors.js';

export const sampleCommand = command({
  summary: 'Get an example CSV file to import',
  details: "Gives you the service's own sample.",
  takes: {file: {type: 'text', value: 'file', help: 'File to write (default: standard output)'}},
  args: ['file'],
  calls: [operations.sample],
  makesFile: {param: 'file', holds: 'CSV', format: 'csv'},
  examples: ['emk contacts sample', 'emk contacts sample example.csv'],
  gives: 'text',
  async run(context) {
    const body = await serviceSample(context);
    return {kind: 'raw', body, made: () => ({sentence: file => `Wrote the sample to ${file}.`})};
  },
});

async function serviceSample({call}: Context): Promise<Uint8Array> {
  try {
    return (await call(operations.sample)).bytes;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new NotFoundError('The service has no sample.', {
      hint: 'Start a file with the line: email,first_name,last_name,country',
    });
  }
}
