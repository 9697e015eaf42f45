import {type Form, type FormValue, isUpload} from '../../service/behaviour.js';

/** Shortens an input to its beginning: the header and first rows of a file, the first of several ids. */
export const acceptPart = (input: Form, count: number | undefined): Form =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, cut(value, count)]));

function cut(value: FormValue, count: number | undefined): FormValue {
  if (Array.isArray(value)) return value.slice(0, count ?? Math.floor(value.length / 2));
  return isUpload(value) ? {...value, bytes: firstRows(value.bytes, count)} : value;
}

function firstRows(bytes: Uint8Array, count: number | undefined): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/);
  const rows = count ?? Math.floor((lines.length - 1) / 2);
  return Buffer.from(lines.slice(0, rows + 1).join(''), 'latin1');
}
