import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import ts from 'typescript';

/**
 * The files of `emk-cli/sandbox`, by their names in dist: one for require(), one for import, and the types. The types need no other file, since everything that a program sees is declared in one.
 */
export function libraryFiles(root) {
  const declarations = typesOf(readFileSync(join(root, 'src/sandbox/library/sandbox-types.ts'), 'utf8'));
  return [
    ['sandbox.cjs', `'use strict';\n${startsBy}\n`],
    ['sandbox.mjs', "import sandbox from './sandbox.cjs';\nexport const {startSandbox} = sandbox;\n"],
    ['sandbox.d.cts', declarations],
    ['sandbox.d.mts', declarations],
  ];
}

/** The program that serves is named here, because a pack does not know its folder. */
const startsBy = `const {join} = require('node:path');
const {startSandboxBy} = require('./library.js').modules.library;
exports.startSandbox = startSandboxBy(join(__dirname, '..', 'bin', 'emk.js'));`;

function typesOf(source) {
  const {outputText, diagnostics} = ts.transpileDeclaration(source, {
    fileName: 'sandbox-types.ts',
    compilerOptions: {strict: true},
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0 || /^import /m.test(outputText))
    throw new Error('The types of the library need other files.');
  // `await using` asks for a symbol that a program's own settings may not know.
  return `/// <reference lib="esnext.disposable" />\n${outputText}export declare const startSandbox: StartSandbox;\n`;
}
