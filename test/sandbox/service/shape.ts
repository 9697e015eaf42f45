import type {Field, Returns, Shape} from '../../../src/api/describe/schema.js';
import type {Answer} from './account.js';

/** What is wrong with an answer, compared with what its operation is declared to return. */
export function faultsOf(returns: Returns, {value, records}: Answer): string[] {
  switch (returns.kind) {
    case 'many':
      return records?.length
        ? records.flatMap((record, index) => faultsOfRecord(`[${index}]`, returns.shape, record, 'list'))
        : ['no records'];
    case 'one':
      return faultsOfRecord('', returns.shape, value, 'details');
    case 'tags':
      return Array.isArray(value) && value.length > 0 && value.every(tag => typeof tag === 'string')
        ? []
        : ['no texts'];
    case 'several':
      return returns.keys.filter(key => !((value as {[key: string]: unknown[]})[key]?.length ?? 0));
    case 'text':
      return value === null ? [] : ['says something else'];
    case 'utr':
      return isOf('uuid', value) ? [] : [`no utr: ${JSON.stringify(value)}`];
    case 'file':
      return typeof value === 'string' && value !== '' ? [] : ['no file'];
  }
}

/** Fields that only lists show, or (none so far) only details, are declared with a question mark. */
export function faultsOfRecord(path: string, shape: Shape, record: unknown, place: 'list' | 'details'): string[] {
  if (typeof record !== 'object' || record === null) return [`${path} is no record`];
  const extra = Object.keys(record).filter(name => !(name in shape));
  return [
    ...extra.map(name => `${path}.${name} is not declared`),
    ...Object.entries(shape).flatMap(([name, field]) => {
      const onlyListed = typeof field === 'string' && field.endsWith('?');
      if (onlyListed && place === 'details') return name in record ? [`${path}.${name} is for lists only`] : [];
      return faultsOfField(`${path}.${name}`, field, (record as {[name: string]: unknown})[name]);
    }),
  ];
}

function faultsOfField(path: string, field: Field, value: unknown): string[] {
  if (typeof field === 'object' && 'words' in field)
    return typeof value === 'number' && value in field.words ? [] : [`${path} is ${JSON.stringify(value)}, no state`];
  if (typeof field === 'object' && 'holds' in field) return faultsOfField(path, field.holds, value);
  if (typeof field === 'object') {
    const [item] = field as readonly [Field | Shape];
    if (!Array.isArray(value)) return [`${path} is no array`];
    return value.flatMap((each, index) =>
      typeof item === 'string'
        ? faultsOfField(`${path}[${index}]`, item, each)
        : faultsOfRecord(`${path}[${index}]`, item as Shape, each, 'list'),
    );
  }
  const type = field.replace('?', '');
  if (type.endsWith('|null') && value === null) return [];
  return isOf(type.replace('|null', ''), value) ? [] : [`${path} is ${JSON.stringify(value)}, not ${field}`];
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'flag') return value === 0 || value === 1;
  if (type === 'custom') return typeof value === 'object' && !Array.isArray(value);
  if (type === 'json') return value === null || typeof value === 'object';
  return typeof value === 'string' && (patterns[type]?.test(value) ?? type === 'text');
}

const patterns: {readonly [type: string]: RegExp} = {
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  moment: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  // A mailing without a moment contains zeros.
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d:\d\d$/,
  address: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
};
