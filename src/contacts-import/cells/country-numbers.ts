/** What the numbers in a column of countries are: phone prefixes, ISO 3166 numbers, or the ids of the service. */
export const countryNumbers = ['phone', 'iso', 'ids'] as const;
export type CountryNumbers = (typeof countryNumbers)[number];

/** Whether a text for a country is a number in any form, such as `49`, `+49`, `0049` or `82.0`. */
export const isNumber = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text);

/** The countries that a number may mean: none, one, or several that share a phone prefix. */
export function countriesOfNumber<C>(text: string, as: CountryNumbers, find: (word: string) => C | undefined): C[] {
  const whole = text.trim().replace(/[.,]0+$/, '');
  return wordsFor[as](whole).flatMap(word => find(word) ?? []);
}

/** The words by which the service's list of countries is searched for a number. */
const wordsFor: Readonly<Record<CountryNumbers, (whole: string) => readonly string[]>> = {
  phone: whole => byPrefix().get(whole.replace(/\D/g, '').replace(/^00/, '')) ?? [],
  iso: whole => (/^\d{1,3}$/.test(whole) ? isoCode(whole.padStart(3, '0')) : []),
  ids: whole => (/^[1-9]\d*$/.test(whole) ? [whole] : []),
};

/** The code of two letters for an ISO 3166 number, which Unicode counts among its regions. */
function isoCode(number: string): readonly string[] {
  const {region = ''} = new Intl.Locale(`und-${number}`);
  return /^[A-Z]{2}$/.test(region) ? [region] : [];
}

let prefixes: ReadonlyMap<string, readonly string[]> | undefined;

/** The codes of two letters by phone prefix, read for the first number: most files have none. */
function byPrefix(): ReadonlyMap<string, readonly string[]> {
  if (prefixes) return prefixes;
  const made = new Map<string, string[]>();
  for (const text of table.split(' ')) made.set(text.slice(2), [...(made.get(text.slice(2)) ?? []), text.slice(0, 2)]);
  prefixes = made;
  return made;
}

/** Phone prefixes, each with the country of most people who have it; +1 and +7 have two. */
const table =
  'US1 CA1 BS1242 BB1246 AI1264 AG1268 VG1284 VI1340 KY1345 BM1441 GD1473 TC1649 JM1658 MS1664 MP1670 GU1671 ' +
  'AS1684 SX1721 LC1758 DM1767 VC1784 PR1787 DO1809 DO1829 DO1849 TT1868 KN1869 JM1876 PR1939 EG20 SS211 MA212 ' +
  'DZ213 TN216 LY218 GM220 SN221 MR222 ML223 GN224 CI225 BF226 NE227 TG228 BJ229 MU230 LR231 SL232 GH233 NG234 ' +
  'TD235 CF236 CM237 CV238 ST239 GQ240 GA241 CG242 CD243 AO244 GW245 IO246 SC248 SD249 RW250 ET251 SO252 DJ253 ' +
  'KE254 TZ255 UG256 BI257 MZ258 ZM260 MG261 RE262 ZW263 NA264 MW265 LS266 BW267 SZ268 KM269 ZA27 SH290 ER291 ' +
  'AW297 FO298 GL299 GR30 NL31 BE32 FR33 ES34 GI350 PT351 LU352 IE353 IS354 AL355 MT356 CY357 FI358 BG359 HU36 ' +
  'LT370 LV371 EE372 MD373 AM374 BY375 AD376 MC377 SM378 UA380 RS381 ME382 XK383 HR385 SI386 BA387 MK389 IT39 RO40 ' +
  'CH41 CZ420 SK421 LI423 AT43 GB44 DK45 SE46 NO47 PL48 DE49 FK500 BZ501 GT502 SV503 HN504 NI505 CR506 PA507 PM508 ' +
  'HT509 PE51 MX52 CU53 AR54 BR55 CL56 CO57 VE58 GP590 BO591 GY592 EC593 GF594 PY595 MQ596 SR597 UY598 CW599 MY60 ' +
  'AU61 ID62 PH63 NZ64 SG65 TH66 TL670 NF672 BN673 NR674 PG675 TO676 SB677 VU678 FJ679 PW680 WF681 CK682 NU683 ' +
  'WS685 KI686 NC687 TV688 PF689 TK690 FM691 MH692 RU7 KZ7 JP81 KR82 VN84 KP850 HK852 MO853 KH855 LA856 CN86 BD880 ' +
  'TW886 TR90 IN91 PK92 AF93 LK94 MM95 MV960 LB961 JO962 SY963 IQ964 KW965 SA966 YE967 OM968 PS970 AE971 IL972 ' +
  'BH973 QA974 BT975 MN976 NP977 IR98 TJ992 TM993 AZ994 GE995 KG996 UZ998';
