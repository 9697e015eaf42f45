import {spawn} from 'node:child_process';
import {createWriteStream, existsSync} from 'node:fs';
import {PassThrough, Writable} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {PartialError} from '../../src/errors.js';
import {createProgress} from '../../src/output/live/progress.js';
import {ClosedPipe, createSink} from '../../src/output/results/sink.js';

const quiet = {notice: () => undefined, warn: () => undefined};

const failing = (code: string): Writable =>
  new Writable({write: (_, __, done) => done(Object.assign(new Error(code), {code}))});

describe('a sink', () => {
  test('waits until its chunk is taken', async () => {
    let take = (): void => undefined;
    const slow = new Writable({
      write: (_, __, done) => {
        take = done;
      },
    });
    let written = false;
    const writing = createSink(slow, quiet)
      .write('a')
      .then(() => {
        written = true;
      });
    await new Promise(setImmediate);
    expect(written).toBe(false);
    take();
    await writing;
    expect(written).toBe(true);
  });

  test('writes text and bytes as they are, and nothing for nothing', async () => {
    const stream = new PassThrough();
    const sink = createSink(stream, quiet);
    await sink.write('é');
    await sink.write('');
    await sink.write(Buffer.from('\u001b\n'));
    expect(String(stream.read())).toBe('é\u001b\n');
  });

  test.each(['EPIPE', 'EOF', 'ECONNRESET'])('takes %s for a reader who has left', async code => {
    const sink = createSink(failing(code), quiet);
    await expect(sink.write('a')).rejects.toThrow(ClosedPipe);
    await expect(sink.write('b')).rejects.toThrow(ClosedPipe);
  });

  test('of a stream that was ended or destroyed has no reader', async () => {
    const ended = new PassThrough();
    ended.end();
    await expect(createSink(ended, quiet).write('a')).rejects.toThrow(ClosedPipe);
    const destroyed = new PassThrough();
    destroyed.destroy();
    await expect(createSink(destroyed, quiet).write('a')).rejects.toThrow(ClosedPipe);
  });

  test.each([
    ['ENOSPC', 'emk could not write the output: the disk is full.'],
    ['EDQUOT', 'emk could not write the output: your disk quota is used up.'],
    ['EFBIG', 'emk could not write the output: a file may not become so large.'],
    ['EIO', 'emk could not write the output: the device failed.'],
    ['EBADF', 'emk could not write the output: stdout is not open for writing.'],
  ])('%s is a failure with a way on', async (code, message) => {
    const error = await createSink(failing(code), quiet)
      .write('a')
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PartialError);
    expect(error).toMatchObject({message, exit: 8, retry: 'after_check', hint: expect.stringMatching(/\.$/)});
    expect((error as Error).cause).toMatchObject({code});
  });

  test('anything else stays what it is', async () => {
    await expect(createSink(failing('EWHATEVER'), quiet).write('a')).rejects.toMatchObject({code: 'EWHATEVER'});
  });

  test.runIf(existsSync('/dev/full'))('knows a real disk that is full', async () => {
    const full = createWriteStream('/dev/full');
    await expect(createSink(full, quiet).write('a')).rejects.toThrow('the disk is full');
    full.destroy();
  });

  test('notices a real reader that leaves', async () => {
    const reader = spawn('head', ['-c', '1']);
    reader.stdout.resume();
    const sink = createSink(reader.stdin, quiet);
    const pour = async (): Promise<void> => {
      for (;;) await sink.write('x'.repeat(65_536));
    };
    await expect(pour()).rejects.toThrow(ClosedPipe);
  });
});

test.each([
  [true, '\r\u001b[KReading\r\u001b[K1,Ada\n'],
  [false, '\r\u001b[KReading1,Ada\n'],
])('a bar on the same terminal (%s) makes room for data', async (terminal, seen) => {
  let screen = '';
  const stdout = Object.assign(
    new Writable({
      write(chunk, _, done) {
        screen += chunk;
        done();
      },
    }),
    {isTTY: terminal},
  );
  const write = (text: string): void => {
    screen += text;
  };
  const progress = createProgress({style: 'bar', width: 80, elapsed: () => 0, write});
  progress.show({label: 'Reading'});
  await createSink(stdout, {...quiet, progress}).write('1,Ada\n');
  expect(screen).toBe(seen);
});

test('many sinks of one stream listen once', () => {
  const stream = new PassThrough();
  for (let count = 0; count < 20; count++) createSink(stream, quiet);
  expect(stream.listenerCount('error')).toBe(1);
});
