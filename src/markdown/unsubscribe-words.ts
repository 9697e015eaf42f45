/** The word for unsubscribing in the language of a letter; English where the language is not known. */
export const unsubscribeWord = (language: string | undefined): string =>
  words.get(language?.split('-')[0]?.toLowerCase() ?? '') ?? 'Unsubscribe';

/** Whether a language is written from right to left. */
export const isFromRight = (language: string): boolean => /^(?:ar|fa|he|ur)(?:-|$)/i.test(language);

const words: ReadonlyMap<string, string> = new Map([
  ['ar', 'إلغاء الاشتراك'],
  ['cs', 'Odhlásit odběr'],
  ['da', 'Afmeld'],
  ['de', 'Abmelden'],
  ['el', 'Διαγραφή'],
  ['es', 'Darse de baja'],
  ['fa', 'لغو اشتراک'],
  ['fi', 'Peruuta tilaus'],
  ['fr', 'Se désabonner'],
  ['he', 'הסרה מרשימת התפוצה'],
  ['hu', 'Leiratkozás'],
  ['it', 'Annulla iscrizione'],
  ['ja', '配信停止'],
  ['nb', 'Meld deg av'],
  ['nl', 'Uitschrijven'],
  ['no', 'Meld deg av'],
  ['pl', 'Wypisz się'],
  ['pt', 'Cancelar inscrição'],
  ['ro', 'Dezabonare'],
  ['ru', 'Отписаться'],
  ['sv', 'Avprenumerera'],
  ['tr', 'Abonelikten çık'],
  ['uk', 'Відписатися'],
  ['zh', '退订'],
]);
