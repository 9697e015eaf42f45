/** Files and programs on Windows: odd paths, files that are open, how a script and npm start emk. */
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {atDesk, must} from './desk.mjs';
import {emkWords, nodeExe, root, start, windowsPath} from './wine.mjs';

export const files = {
  'the sandbox, doctor and the tour work on Windows alone': atDesk(async desk => {
    const {stdout} = await desk.emk(['--sandbox', 'contact-types', 'list', '-o', 'json']);
    must(JSON.parse(stdout).length === 3, stdout);
    const {stdout: looks} = await desk.emk(['doctor', '--sandbox', '-o', 'json'], {code: 0});
    must(/"platform": "win32"/.test(looks) && /cache/.test(looks), looks);
    const toured = await desk.emk(['sandbox', 'tour', '--no-input']);
    must(toured.stdout.length + toured.stderr.length > 500, toured);
  }),

  'paths with spaces, umlauts, per cent signs and drive letters': atDesk(async desk => {
    mkdirSync(join(desk.folder, 'Ä 100%TEMP% & co'));
    const out = windowsPath(join(desk.folder, 'Ä 100%TEMP% & co', 'contacts.csv'));
    await desk.emk(['contacts', 'list', '--out', out]);
    await desk.emk(['contacts', 'list', '--out', '.\\Ä 100%TEMP% & co\\contacts.jsonl']);
    await desk.emk(['contacts', 'list', '--out', 'C:\\windows\\temp\\emk test ü.jsonl', '--force']);
    const names = readdirSync(join(desk.folder, 'Ä 100%TEMP% & co'));
    must(names.sort().join() === 'contacts.csv,contacts.jsonl', names);
  }),

  '--out over a file that is open': atDesk(async desk => {
    desk.write('open.csv', 'old');
    // Share mode 3: others may read and write, but not replace it, as where Excel has it open.
    writeFileSync(
      join(desk.folder, 'hold.cjs'),
      "const fs=require('fs');fs.openSync('open.csv','r+');fs.writeFileSync('held','');setTimeout(()=>{},20000)",
    );
    const holder = start([nodeExe, 'hold.cjs'], {cwd: desk.folder});
    while (!existsSync(join(desk.folder, 'held'))) await sleep(50);
    const {code, stderr} = await desk.start(['contacts', 'list', '--out', 'open.csv', '--force']).ended;
    holder.child.kill('SIGKILL');
    await holder.ended;
    const now = readFileSync(join(desk.folder, 'open.csv'), 'utf8');
    // Node.js opens files so that they may be replaced, so either is right: all of the new file, or the old one and why.
    must(
      (code === 0 && now.includes('@')) || (now === 'old' && /another program has it open/.test(stderr)),
      code,
      stderr,
      now,
    );
    must(!readdirSync(desk.folder).some(name => name.endsWith('.part')), readdirSync(desk.folder));
  }),

  'through cmd /c and from npm, it runs like a script': atDesk(async desk => {
    const shimmed = words => start(['cmd', '/c', 'emk.cmd', ...words], {cwd: desk.folder, env: desk.env}).ended;
    const ran = await start(['cmd', '/c', ...emkWords(['contact-types', 'list', '-o', 'id'])], {
      cwd: desk.folder,
      env: desk.env,
    }).ended;
    must(ran.code === 0 && ran.stdout.trim().split(/\r?\n/).join() === '1,2,3', ran);
    // What npm writes beside a program on Windows.
    const [node, script] = [windowsPath(nodeExe), windowsPath(join(root, 'bin/emk.js'))];
    const preload = windowsPath(join(root, 'test/windows/keep-alive.cjs'));
    desk.write('emk.cmd', ['@ECHO off', 'SETLOCAL', `"${node}" -r "${preload}" "${script}" %*`, ''].join('\r\n'));
    const shim = await shimmed(['contact-types', 'show', 'Newsletter', '-o', 'json']);
    must(shim.code === 0 && JSON.parse(shim.stdout).name === 'Newsletter', shim);
    const asked = await shimmed(['contact-types', 'delete', 'Staff']);
    must(asked.code === 2, 'nobody is there to be asked', asked);
  }),

  'the launcher of the archive starts the Node.js beside it': atDesk(async desk => {
    const place = join(desk.folder, 'emk');
    mkdirSync(join(place, 'bin'), {recursive: true});
    mkdirSync(join(place, 'node'));
    symlinkSync(nodeExe, join(place, 'node/node.exe'));
    symlinkSync(root, join(place, 'package'));
    const launcher = readFileSync(join(root, '.ci/standalone/launcher.cmd'), 'utf8').replaceAll('\n', '\r\n');
    desk.write('emk/bin/emk.cmd', launcher);
    const env = {...desk.env, NODE_OPTIONS: `-r ${windowsPath(join(root, 'test/windows/keep-alive.cjs'))}`};
    const launch = words => start(['cmd', '/c', 'bin\\emk.cmd', ...words], {cwd: place, env}).ended;
    const shown = await launch(['contact-types', 'show', 'Newsletter', '-o', 'json']);
    must(shown.code === 0 && JSON.parse(shown.stdout).name === 'Newsletter', shown);
    const missing = await launch(['contact-types', 'show', 'Nobody']);
    must(missing.code === 4, missing);
  }),

  // The command prompt of Wine does not know an escaped blank in the name of a program, as that of Windows does.
  'a program in a sandbox is found on the path, and not in the current folder': () =>
    atDesk(async desk => {
      desk.write('evil.cmd', '@echo evil> ran.txt\r\n');
      mkdirSync(join(desk.folder, 'tools'));
      desk.write('tools/say.cmd', '@echo %1> ran.txt\r\n');
      const env = {WINEPATH: windowsPath(join(desk.folder, 'tools'))};
      const ran = () => readFileSync(join(desk.folder, 'ran.txt'), 'utf8');
      const evil = await desk.emk(['sandbox', 'run', '--', 'evil'], {code: 2, env});
      must(!existsSync(join(desk.folder, 'ran.txt')), evil);
      const here = await desk.emk(['sandbox', 'run', '--', '.\\evil.cmd'], {env});
      must(ran().startsWith('evil'), here);
      const said = await desk.emk(['sandbox', 'run', '--', 'say', 'a & b'], {env});
      must(ran().startsWith('"a & b"'), ran(), said);
    })(mkdtempSync(join(tmpdir(), 'emk-plain-'))),
};
