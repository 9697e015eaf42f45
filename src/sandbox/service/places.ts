/** Every country and territory of ISO 3166-1 by its code, in the order of English names. */
const countryCodes =
  'AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ BS BH BD BB BY BE BZ BJ BM BT BO BA BW BV BR IO VG BN BG BF BI ' +
  'KH CM CA CV BQ KY CF TD CL CN CX CC CO KM CG CK CR CI HR CU CW CY CZ CD DK DJ DM DO EC EG SV GQ ER EE SZ ET FK ' +
  'FO FJ FI FR GF PF TF GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY HT HM HN HK HU IS IN ID IR IQ IE IM IL IT ' +
  'JM JP JE JO KZ KE KI KW KG LA LV LB LS LR LY LI LT LU MO MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS ' +
  'MA MZ MM NA NR NP NL NC NZ NI NE NG NU NF KP MK MP NO OM PK PW PS PA PG PY PE PH PN PL PT PR QA RE RO RU RW BL ' +
  'SH KN LC MF PM VC WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS KR SS ES LK SD SR SJ SE CH SY TW TJ TZ TH TL ' +
  'TG TK TO TT TN TR TM TC TV VI UG UA AE GB US UM UY UZ VU VA VE VN WF EH YE ZM ZW';

const display = new Intl.DisplayNames(['en'], {type: 'region'});

/** The name of a country in English, without the short forms that Node.js prefers. */
const nameOfCountry = (code: string): string =>
  longer[code] ?? `${display.of(code)}`.replace(' & ', ' and ').replace(/^St\. /, 'Saint ');

const longer: Readonly<Record<string, string>> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Congo',
  CI: "Côte d'Ivoire",
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  UM: 'United States Minor Outlying Islands',
};

/** Some states of some countries, each with some of its cities, by the country's code. */
const placeList = `
AU New South Wales: Sydney, Newcastle, Wollongong; Queensland: Brisbane, Cairns; Victoria: Melbourne, Geelong
AT Salzburg: Salzburg; Vienna: Vienna
BR Rio de Janeiro: Rio de Janeiro, Niterói; São Paulo: São Paulo, Campinas, Santos
CA British Columbia: Vancouver, Victoria; Ontario: Ottawa, Toronto, Hamilton; Quebec: Montréal, Québec
FR Auvergne-Rhône-Alpes: Lyon, Grenoble; Île-de-France: Paris, Versailles
DE Baden-Württemberg: Stuttgart, Freiburg; Bavaria: Munich, Nuremberg, Augsburg; Berlin: Berlin;
   Hamburg: Hamburg; Hesse: Frankfurt, Kassel; North Rhine-Westphalia: Cologne, Düsseldorf, Dortmund;
   Saxony: Dresden, Leipzig
IN Delhi: New Delhi; Gujarat: Ahmedabad, Rajkot, Surat; Karnataka: Bengaluru, Mysuru;
   Maharashtra: Mumbai, Nagpur, Pune; Tamil Nadu: Chennai, Coimbatore
IE Leinster: Dublin
IT Lazio: Rome; Lombardy: Milan, Bergamo
JP Kanagawa: Yokohama, Kawasaki; Osaka: Osaka; Tokyo: Tokyo
NL North Holland: Amsterdam, Haarlem; South Holland: Rotterdam, The Hague
NO Oslo: Oslo; Vestland: Bergen
PL Lesser Poland: Kraków; Masovia: Warsaw
ES Catalonia: Barcelona, Girona; Madrid: Madrid
SE Skåne: Malmö, Lund; Stockholm: Stockholm
CH Geneva: Geneva; Zürich: Zürich, Winterthur
GB England: London, Manchester, Bristol, Leeds; Northern Ireland: Belfast; Scotland: Edinburgh, Glasgow;
   Wales: Cardiff, Swansea
US California: Los Angeles, San Diego, San Francisco; Colorado: Boulder, Denver;
   Illinois: Chicago, Springfield; Massachusetts: Boston, Cambridge; New York: Albany, Buffalo, New York;
   Oregon: Portland, Salem; Texas: Austin, Dallas, Houston; Washington: Seattle, Tacoma
`;

/** A country. The fields of places are not documented; these come from lists that most such services use. */
type Country = {readonly id: number; readonly sortname: string; readonly name: string};

export const countries: readonly Country[] = countryCodes
  .split(' ')
  .map((sortname, index) => ({id: index + 1, sortname, name: nameOfCountry(sortname)}));

const byId = new Map(countries.map(country => [country.id, country]));
const byWord = new Map(
  countries.flatMap(country => [country.name, country.sortname].map(word => [word.toLowerCase(), country])),
);

export const countryByWord = (word: string): Country | undefined => byWord.get(word.toLowerCase());

export const countryById = (id: number): Country | undefined => byId.get(id);

/** A country's name if the text is an id; any other text stays, and null means that nobody gave a country. */
export const countryName = <T extends string | null>(text: T): T | string =>
  (text !== null && /^[1-9]\d*$/.test(text) ? byId.get(Number(text))?.name : undefined) ?? text;

const placed = placeList
  .trim()
  .split(/\n(?=[A-Z])/)
  .flatMap(line => {
    const country = countryByWord(line.slice(0, 2))?.id ?? 0;
    return line
      .slice(3)
      .split(/;\s+/)
      .map(text => {
        const [state = '', cities = ''] = text.split(': ');
        return {state, country, cities: cities.split(', ')};
      });
  });

export const states = placed.map(({state, country}, index) => ({
  id: index + 1,
  name: state,
  country_id: country,
}));

export const cities = placed
  .flatMap(({cities}, index) => cities.map(name => ({name, state_id: index + 1})))
  .map(({name, state_id}, index) => ({id: index + 1, name, state_id}));
