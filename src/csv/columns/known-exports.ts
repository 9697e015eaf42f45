import type {StatusKind} from './status-words.js';

/** What emk knows of another tool's export. Headers are keys: without case, spaces and signs. */
export type ExportFormat = {
  readonly tool: string;
  /** Headers that only this export has together; `a|b` means either. */
  readonly marks: readonly string[];
  /** Where the header was seen. */
  readonly source: string;
  /** What columns say about who gets mail, if their headers alone would mislead. */
  readonly status?: {readonly [header: string]: StatusKind | 'nothing'};
  /** Columns that look like a part of the address but are not, with their real content. */
  readonly notAddress?: {readonly [header: string]: string};
};

const byConnection = 'it is where their internet connection was, not their address';

/** The exports that emk knows: `seen` in public code or documentation, `help` from the tool's own help. */
export const exportFormats: readonly ExportFormat[] = [
  {
    tool: 'mailchimp-subscribed',
    marks: ['leid', 'euid', 'cc', 'region'],
    source: 'seen: audience export, as in tests of CSV readers on GitHub (buren/honey_format and others)',
    notAddress: {cc: byConnection, region: byConnection},
  },
  {
    tool: 'mailchimp-unsubscribed',
    marks: ['leid', 'euid', 'unsubtime', 'unsubreason'],
    source: 'seen: the UNSUB_ columns, in code on GitHub that reads unsubscribed_members_export files',
  },
  {
    tool: 'mailchimp-cleaned',
    marks: ['leid', 'euid', 'cleantime'],
    source: 'help: Mailchimp, “View or export contacts”, cleaned contacts; CLEAN_ columns',
  },
  {
    tool: 'hubspot',
    marks: [
      'recordid',
      'leadstatus|marketingcontactstatus|emailhardbouncereason|unsubscribedfromallemail|optedoutofemailonetoone',
    ],
    source:
      'seen: labels of contact properties in code on GitHub; two properties are both called “Email hard bounce reason”',
    status: {
      emailhardbouncereason: 'bounce reason',
      emailaddressquarantined: 'bounced',
      emailaddressquarantinereason: 'bounce reason',
      invalidemailaddress: 'bounced',
      isgloballyineligible: 'withdrawn',
      marketingemailsbounced: 'nothing',
      optedoutofemailonetoone: 'nothing',
      leadstatus: 'nothing',
    },
  },
  {
    tool: 'keila',
    marks: ['email', 'firstname', 'lastname', 'data', 'status'],
    source: 'help: Keila, export of contacts; a status is active, unsubscribed or unreachable',
  },
  {
    tool: 'klaviyo',
    marks: ['klaviyoid'],
    source: 'help: Klaviyo, “Profiles and properties glossary” and “How to export all people in your account”',
    status: {emailsuppressions: 'leaving reason', emailmarketingconsenttimestamp: 'nothing'},
  },
  {
    tool: 'brevo',
    marks: ['contactid', 'addedtime', 'modifiedtime'],
    source: 'help: Brevo, “Export your contacts”; older files head the column BLACKLISTED',
  },
  {
    tool: 'mailerlite',
    marks: ['subscriber', 'opens', 'clicks'],
    source: 'seen: Subscriber, Name, Last name as in tests of importers on GitHub; the others by its help',
  },
  {
    tool: 'activecampaign',
    marks: ['id', 'account', 'datecreated', 'ipaddress', 'status'],
    source: 'help: ActiveCampaign, “Export contacts”',
  },
  {
    tool: 'constant-contact',
    marks: ['emailpermissionstatus', 'emailupdatesource'],
    source: 'seen: “Email address - other”, “Email status”, “Email permission status” in scripts on GitHub',
  },
  {
    tool: 'constant-contact-address-book',
    marks: ['emailaddress', 'homeaddress1', 'homezip', 'jobtitle'],
    source: 'help: Constant Contact, “How to Add and Update Contacts”, labels for address fields',
  },
  {
    tool: 'sendgrid',
    marks: ['addressline1', 'stateprovinceregion', 'alternateemails', 'contactid'],
    source: 'help: Twilio SendGrid, “Exporting contacts”, reserved fields',
  },
  {
    tool: 'google-old',
    marks: ['givenname', 'familyname', 'yominame', 'email1value'],
    source: 'seen: Google CSV until 2024, in converters on GitHub',
  },
  {
    tool: 'google-new',
    marks: ['firstname', 'fileas', 'email1value', 'labels'],
    source: 'seen: Google CSV since 2024, in converters on GitHub',
  },
  {
    tool: 'outlook',
    marks: ['emailaddress', 'emailtype', 'emaildisplayname'],
    source: 'seen: Microsoft, “Create or edit .csv files to import into Outlook”; also michalbe/csv2vcard',
  },
  {
    tool: 'salesforce-report',
    marks: ['mailingstreet', 'accountname', 'accountowner', 'emailoptout'],
    source: 'help: Salesforce, labels of standard fields of contacts in a report',
  },
  {
    tool: 'salesforce-loader',
    marks: ['mailingpostalcode', 'hasoptedoutofemail'],
    source: 'help: Salesforce, names of standard fields of Contact, as Data Loader heads its columns',
  },
  {
    tool: 'zoho',
    marks: ['recordid', 'contactowner', 'createdtime', 'unsubscribedmode'],
    source: 'help: Zoho CRM, standard fields of contacts in an export',
    status: {unsubscribedmode: 'leaving reason'},
  },
  {
    tool: 'shopify',
    marks: ['customerid', 'acceptsemailmarketing', 'defaultaddresszip|totalorders'],
    source:
      'seen: customer export, whole header in tests of importers on GitHub; numbers and codes begin with an apostrophe',
  },
  {
    tool: 'woocommerce',
    marks: ['useremail', 'billingemail', 'billingpostcode'],
    source: 'help: WooCommerce, names of the customer meta fields, as export plugins head their columns',
  },
  {
    tool: 'eventbrite',
    marks: ['attendee', 'attendeestatus', 'tickettype'],
    source: 'help: Eventbrite, attendee summary report',
  },
  {
    tool: 'ghost',
    marks: ['subscribedtoemails', 'complimentaryplan'],
    source: 'seen: TryGhost/Ghost, tests of the members CSV writer',
    status: {deletedat: 'withdrawn'},
  },
  {
    tool: 'kit',
    marks: ['id', 'firstname', 'emailaddress', 'state', 'createdat'],
    source: 'help: Kit (ConvertKit), “Export subscribers”; state as in its API',
    status: {state: 'state'},
  },
  {
    tool: 'substack',
    marks: ['activesubscription', 'emaildisabled'],
    source: 'seen: email_list.csv, as in importers on GitHub and TryGhost/migrate',
  },
  {
    tool: 'listmonk',
    marks: ['uuid', 'attributes', 'status'],
    source: 'help: listmonk, subscriber export; status as in its API',
  },
  {
    tool: 'sendy',
    marks: ['name', 'email', 'status', 'joined', 'lastactivity'],
    source: 'help: Sendy, export of a list',
  },
  {
    tool: 'gohighlevel',
    marks: ['contactid', 'businessname', 'lastactivity', 'dnd'],
    source: 'seen: Contact Id … Tags as in tests of importers on GitHub; DND by its help',
  },
];
