import {wordSet} from '../words/word-set.js';

/** Elements that a mail program shows. All others lose their tags; those in `silent` are dropped with their content. */
export const shownElements =
  wordSet(`html head title style body div p span center font a img br hr wbr table caption colgroup col thead tbody tfoot tr td th
h1 h2 h3 h4 h5 h6 ul ol li dl dt dd dir menu b i u s em strong small big strike tt sub sup mark del ins abbr acronym address
blockquote q cite code pre kbd samp var dfn bdi bdo time ruby rt rp article section header footer main nav aside figure figcaption
details summary map area form fieldset legend label input button select optgroup option textarea`);

/** Elements whose content is for programs, or for programs that lack a feature. */
export const silentElements = wordSet(
  'script noscript iframe noframes noembed object embed applet template svg math audio canvas portal frameset',
);

/** Attributes for looks or meaning. None of them names anything to fetch. */
export const shownAttributes =
  wordSet(`style class id title dir lang role hidden align valign width height bgcolor color border bordercolor cellpadding cellspacing colspan rowspan
rules frame span scope headers abbr nowrap noshade hspace vspace clear face size alt text link vlink alink marginwidth marginheight leftmargin topmargin
start reversed type value name for checked disabled selected multiple readonly placeholder label rows cols maxlength open datetime media shape coords tabindex`);
