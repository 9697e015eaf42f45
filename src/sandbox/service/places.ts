/** Every country and territory of ISO 3166-1 by its code, with its telephone prefix, in the order of English names. */
const countryPrefixes: ReadonlyMap<string, number> = new Map(
  (
    'AF93 AX358 AL355 DZ213 AS1684 AD376 AO244 AI1264 AQ672 AG1268 AR54 AM374 AW297 AU61 AT43 AZ994 BS1242 BH973 ' +
    'BD880 BB1246 BY375 BE32 BZ501 BJ229 BM1441 BT975 BO591 BA387 BW267 BV47 BR55 IO246 VG1284 BN673 BG359 BF226 ' +
    'BI257 KH855 CM237 CA1 CV238 BQ599 KY1345 CF236 TD235 CL56 CN86 CX61 CC61 CO57 KM269 CG242 CK682 CR506 CI225 ' +
    'HR385 CU53 CW599 CY357 CZ420 CD243 DK45 DJ253 DM1767 DO1809 EC593 EG20 SV503 GQ240 ER291 EE372 SZ268 ET251 ' +
    'FK500 FO298 FJ679 FI358 FR33 GF594 PF689 TF262 GA241 GM220 GE995 DE49 GH233 GI350 GR30 GL299 GD1473 GP590 ' +
    'GU1671 GT502 GG44 GN224 GW245 GY592 HT509 HM672 HN504 HK852 HU36 IS354 IN91 ID62 IR98 IQ964 IE353 IM44 IL972 ' +
    'IT39 JM1876 JP81 JE44 JO962 KZ7 KE254 KI686 KW965 KG996 LA856 LV371 LB961 LS266 LR231 LY218 LI423 LT370 LU352 ' +
    'MO853 MG261 MW265 MY60 MV960 ML223 MT356 MH692 MQ596 MR222 MU230 YT262 MX52 FM691 MD373 MC377 MN976 ME382 ' +
    'MS1664 MA212 MZ258 MM95 NA264 NR674 NP977 NL31 NC687 NZ64 NI505 NE227 NG234 NU683 NF672 KP850 MK389 MP1670 ' +
    'NO47 OM968 PK92 PW680 PS970 PA507 PG675 PY595 PE51 PH63 PN64 PL48 PT351 PR1787 QA974 RE262 RO40 RU7 RW250 ' +
    'BL590 SH290 KN1869 LC1758 MF590 PM508 VC1784 WS685 SM378 ST239 SA966 SN221 RS381 SC248 SL232 SG65 SX1721 SK421 ' +
    'SI386 SB677 SO252 ZA27 GS500 KR82 SS211 ES34 LK94 SD249 SR597 SJ47 SE46 CH41 SY963 TW886 TJ992 TZ255 TH66 ' +
    'TL670 TG228 TK690 TO676 TT1868 TN216 TR90 TM993 TC1649 TV688 VI1340 UG256 UA380 AE971 GB44 US1 UM1 UY598 UZ998 ' +
    'VU678 VA39 VE58 VN84 WF681 EH212 YE967 ZM260 ZW263'
  )
    .split(' ')
    .map(text => [text.slice(0, 2), Number(text.slice(2))] as const),
);

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
type Country = {readonly id: number; readonly sortname: string; readonly name: string; readonly phonecode: number};
type State = {readonly id: number; readonly name: string; readonly country_id: number};
type City = {readonly id: number; readonly name: string; readonly state_id: number};

/** All countries, as the account lists them. */
export const countries: readonly Country[] = [...countryPrefixes].map(([sortname, phonecode], index) => ({
  id: index + 1,
  sortname,
  name: nameOfCountry(sortname),
  phonecode,
}));

const byId = new Map(countries.map(country => [country.id, country]));
const byWord = new Map(
  countries.flatMap(country => [country.name, country.sortname].map(word => [word.toLowerCase(), country])),
);

/** The country with this name or ISO code, ignoring case. */
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

/** Some states, as the account lists them. */
export const states: readonly State[] = placed.map(({state, country}, index) => ({
  id: index + 1,
  name: state,
  country_id: country,
}));

/** Their cities, as the account lists them. */
export const cities: readonly City[] = placed
  .flatMap(({cities}, index) => cities.map(name => ({name, state_id: index + 1})))
  .map(({name, state_id}, index) => ({id: index + 1, name, state_id}));
