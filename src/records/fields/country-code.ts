import {folded} from '../../core/words/sentence.js';

/** The ISO code of a country by its name in the machine's languages, by a code or a common name, “Holland”. */
export function codeOfCountry(text: string): string | undefined {
  const key = nameKey(text);
  const code = text.trim().toUpperCase();
  // ISO writes “Iran, Islamic Republic of”.
  const [short = ''] = text.split(',');
  const named = common.get(key) ?? byThreeLetters.get(code) ?? twoLetters.get(code) ?? namesInAllLanguages().get(key);
  return named ?? (short === text ? undefined : namesInAllLanguages().get(nameKey(short)));
}

/** A name without case, accents, articles and punctuation. */
const nameKey = (text: string): string =>
  folded(text)
    .replace(/[.'’]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '');

let names: ReadonlyMap<string, string> | undefined;

/** All names, collected for the first uncommon one: most files never need them. */
function namesInAllLanguages(): ReadonlyMap<string, string> {
  if (names) return names;
  const made = new Map<string, string>();
  for (const language of Intl.DisplayNames.supportedLocalesOf(languages.split(' '))) {
    const display = new Intl.DisplayNames([language], {type: 'region', fallback: 'none'});
    for (const code of byThreeLetters.values()) {
      const name = nameKey(display.of(code) ?? '');
      if (name !== '' && !made.has(name)) made.set(name, code);
    }
  }
  names = made;
  return made;
}

const languages =
  'en de fr es pt it nl pl cs sk sv da nb fi hu ro bg el tr ru uk ar he fa hi bn ta th vi id ms ja ko zh zh-Hant hr sr sl lt lv et ca eu gl ga is mt sq mk ka hy az kk uz sw af';

/** Common names that belong to no language, or are older than the current one. */
const common: ReadonlyMap<string, string> = new Map(
  Object.entries({
    US: 'usa,us,u s,u s a,united states of america,united states america,america,us of a,estados unidos de america,vereinigte staaten von amerika,etats unis d amerique,etats unis damerique,eeuu,eua,etats unis,vs',
    GB: 'uk,u k,gb,great britain,britain,england,scotland,wales,northern ireland,united kingdom of great britain and northern ireland,grossbritannien,grande bretagne,gran bretana,gra bretanha,groot brittannie,inglaterra,angleterre,schottland,engeland',
    NL: 'holland,hollande,holanda,olanda',
    CZ: 'czech republic,ceska republika,tschechische republik,republique tcheque,republica checa,tsjechische republiek',
    SK: 'slovak republic',
    KR: 'south korea,korea,republic of korea,korea republic of,korea south,sudkorea,coree du sud,corea del sur',
    KP: 'north korea,dprk,korea democratic peoples republic of,korea north',
    RU: 'russian federation',
    CI: 'ivory coast,cote d ivoire,cote divoire',
    MM: 'burma',
    SZ: 'swaziland',
    MK: 'macedonia,fyrom,the former yugoslav republic of macedonia,republic of north macedonia',
    BA: 'bosnia,bosnia herzegovina,bosnia and herzegovina',
    TR: 'turkey,turkiye',
    AE: 'uae,u a e,emirates,vae',
    LA: 'lao pdr,lao peoples democratic republic,laos',
    PS: 'palestine,palestine state of,state of palestine,palestinian territory,palestinian territory occupied',
    VA: 'vatican,holy see,holy see vatican city state',
    TL: 'east timor',
    CD: 'drc,dr congo,democratic republic of the congo,congo democratic republic of the,congo the democratic republic of the,zaire',
    CG: 'congo,republic of the congo,congo republic',
    HK: 'hong kong,hong kong sar,hongkong',
    MO: 'macau,macao,macau sar',
    TW: 'taiwan province of china,taiwan roc,taiwan republic of china',
    CN: 'prc,mainland china,peoples republic of china,p r china',
    IE: 'eire,republic of ireland,ireland republic of,southern ireland',
    DE: 'brd,bundesrepublik deutschland,federal republic of germany',
    CH: 'suisse,svizzera,schweiz suisse,swiss',
  }).flatMap(([code, list]) => list.split(',').map(name => [name, code] as const)),
);

/** Codes of three letters, each with the code of two. */
const byThreeLetters: ReadonlyMap<string, string> = new Map(
  'AFGAF ALAAX ALBAL DZADZ ASMAS ANDAD AGOAO AIAAI ATAAQ ATGAG ARGAR ARMAM ABWAW AUSAU AUTAT AZEAZ BHSBS BHRBH BGDBD BRBBB BLRBY BELBE BLZBZ BENBJ BMUBM BTNBT BOLBO BESBQ BIHBA BWABW BVTBV BRABR IOTIO BRNBN BGRBG BFABF BDIBI CPVCV KHMKH CMRCM CANCA CYMKY CAFCF TCDTD CHLCL CHNCN CXRCX CCKCC COLCO COMKM COGCG CODCD COKCK CRICR CIVCI HRVHR CUBCU CUWCW CYPCY CZECZ DNKDK DJIDJ DMADM DOMDO ECUEC EGYEG SLVSV GNQGQ ERIER ESTEE SWZSZ ETHET FLKFK FROFO FJIFJ FINFI FRAFR GUFGF PYFPF ATFTF GABGA GMBGM GEOGE DEUDE GHAGH GIBGI GRCGR GRLGL GRDGD GLPGP GUMGU GTMGT GGYGG GINGN GNBGW GUYGY HTIHT HMDHM VATVA HNDHN HKGHK HUNHU ISLIS INDIN IDNID IRNIR IRQIQ IRLIE IMNIM ISRIL ITAIT JAMJM JPNJP JEYJE JORJO KAZKZ KENKE KIRKI PRKKP KORKR KWTKW KGZKG LAOLA LVALV LBNLB LSOLS LBRLR LBYLY LIELI LTULT LUXLU MACMO MDGMG MWIMW MYSMY MDVMV MLIML MLTMT MHLMH MTQMQ MRTMR MUSMU MYTYT MEXMX FSMFM MDAMD MCOMC MNGMN MNEME MSRMS MARMA MOZMZ MMRMM NAMNA NRUNR NPLNP NLDNL NCLNC NZLNZ NICNI NERNE NGANG NIUNU NFKNF MKDMK MNPMP NORNO OMNOM PAKPK PLWPW PSEPS PANPA PNGPG PRYPY PERPE PHLPH PCNPN POLPL PRTPT PRIPR QATQA REURE ROURO RUSRU RWARW BLMBL SHNSH KNAKN LCALC MAFMF SPMPM VCTVC WSMWS SMRSM STPST SAUSA SENSN SRBRS SYCSC SLESL SGPSG SXMSX SVKSK SVNSI SLBSB SOMSO ZAFZA SGSGS SSDSS ESPES LKALK SDNSD SURSR SJMSJ SWESE CHECH SYRSY TWNTW TJKTJ TZATZ THATH TLSTL TGOTG TKLTK TONTO TTOTT TUNTN TURTR TKMTM TCATC TUVTV UGAUG UKRUA AREAE GBRGB USAUS UMIUM URYUY UZBUZ VUTVU VENVE VNMVN VGBVG VIRVI WLFWF ESHEH YEMYE ZMBZM ZWEZW XKXXK'
    .split(' ')
    .map(pair => [pair.slice(0, 3), pair.slice(3)] as const),
);

const twoLetters: ReadonlyMap<string, string> = new Map([...byThreeLetters.values()].map(code => [code, code]));
