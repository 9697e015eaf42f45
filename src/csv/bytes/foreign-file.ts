/** The real kind of a file that is CSV only by name, and how to get a CSV file from it. */
type Foreign = {readonly is: string; readonly hint: string};

/** Recognises a file that is not delimited text, by its first bytes. */
export function foreignFile(head: Uint8Array): Foreign | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04])) return zipped(bytes);
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return {is: 'an old Excel workbook (.xls)', hint: saveAs('Excel')};
  if (starts(bytes, [0x1f, 0x8b]))
    return {is: 'a gzip archive', hint: 'Unpack it first: gunzip -c FILE | emk import -'};
  if (bytes.subarray(0, 1024).includes('%PDF-')) return {is: 'a PDF document', hint: 'Export the list as CSV instead.'};
  const text = bytes
    .subarray(0, 2048)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (text.startsWith('{\\rtf')) return {is: 'a rich-text document', hint: 'Save it as plain text.'};
  if (text.startsWith('<?xml') && text.includes('excel.sheet'))
    return {is: 'an Excel workbook (XML)', hint: saveAs('Excel')};
  if (/^<(!doctype html|html|head|body|table|meta)\b/.test(text)) return {is: 'a web page (HTML)', hint: fromPage};
  if (text.startsWith('<?xml')) return {is: 'an XML document', hint: 'Export the list as CSV instead.'};
  if (text.startsWith('begin:vcard')) return {is: 'a vCard file', hint: 'Export the contacts as CSV instead.'};
  if (/^(\[\s*)?\{\s*"/.test(text)) return {is: 'JSON', hint: 'Export the list as CSV instead.'};
  return undefined;
}

const saveAs = (program: string) => `Open it in ${program} and save it as “CSV UTF-8”.`;
const fromPage =
  'Some programs name a web page .xls or .csv. Open it in a spreadsheet and save it as CSV, or sign in and download it again.';

function zipped(bytes: Buffer): Foreign {
  if (bytes.includes('opendocument.spreadsheet')) {
    return {is: 'an OpenDocument spreadsheet (.ods)', hint: 'Open it in LibreOffice and save it as “Text CSV”.'};
  }
  if (bytes.includes('xl/') || bytes.includes('[Content_Types].xml')) {
    return {is: 'an Excel workbook (.xlsx)', hint: saveAs('Excel')};
  }
  return {is: 'a zip archive', hint: 'Unpack it first, and import the CSV file in it.'};
}

const starts = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, index) => bytes[index] === byte);
