import {expect, test} from 'vitest';
import {readCountries} from '../../../src/records/fields/countries.js';
import {codeOfCountry} from '../../../src/records/fields/country-code.js';

test.each([
  ['DE', ['Deutschland', 'Allemagne', 'Alemania', 'Duitsland', 'Niemcy', 'ドイツ', 'DEU', 'deu']],
  ['IN', ['Indien', 'Inde', 'भारत']],
  ['US', ['USA', 'U.S.A.', 'U.S.', 'United States of America', 'The United States', 'États-Unis', 'Estados Unidos']],
  ['GB', ['U.K.', 'UK', 'Great Britain', 'England', 'Vereinigtes Königreich', 'Reino Unido']],
  ['NL', ['The Netherlands', 'Netherlands', 'Holland', 'Niederlande', 'Nederland']],
  ['CZ', ['Czech Republic', 'Czechia', 'Tschechien', 'Česko']],
  ['VN', ['Viet Nam', 'Vietnam']],
  ['KR', ['South Korea', 'Korea, Republic of']],
  ['CI', ["Côte d'Ivoire", 'Côte d’Ivoire', 'Ivory Coast']],
  ['TR', ['Turkey', 'Türkiye', 'Türkei']],
  ['RU', ['Russian Federation', 'Россия']],
] as const)('%s', (code, names) => {
  expect(names.map(name => [name, codeOfCountry(name)])).toEqual(names.map(name => [name, code]));
});

test.each(['Atlantis', 'Bavaria', 'x', '', 'ZZZ'])('“%s” is none', text => {
  expect(codeOfCountry(text)).toBeUndefined();
});

test('the service’s own names may be written otherwise too', async () => {
  const places = [
    {id: 1, name: 'United States of America'},
    {id: 2, name: 'Viet Nam'},
    {id: 3, name: 'Deutschland'},
  ];
  async function* stream() {
    yield places;
  }
  const countries = await readCountries({stream: stream as never});
  expect(['USA', 'vietnam', 'Germany', 'DE', '3', 'Allemagne', 'Mars'].map(text => countries?.find(text)?.id)).toEqual([
    '1',
    '2',
    '3',
    '3',
    '3',
    '3',
    undefined,
  ]);
});
