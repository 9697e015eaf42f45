# bash completion for emk: generated, change the commands instead.

# What may come at a place: words, other names for them, options, options with what they take, arguments.
_emk_place() {
  words= others= options= takes= args=
  case $1 in
    '')
      words='contact-types contacts fields segments unsubscribers unsubscribe-groups senders templates single-sends automations agenda report notification-recipients locations account export tap seed restore auth config sandbox api doctor completion man schema mcp commands help'
      others='contact-type contact field segment unsubscriber unsubscribe-group sender template single-send automation notification-recipient location'
      options='--version --output --json --out --force --profile --base-url --sandbox --yes --no-input --dry-run --timeout --retries --max-wait --lock-timeout --min-rate --rps --allow-http --confirm --no-color --no-pager --quiet --verbose --debug --debug-pii --help'
      takes='--output:table,json,jsonl,csv,tsv,md,parquet,id -o:table,json,jsonl,csv,tsv,md,parquet,id --out:/ --profile:%profiles --base-url:- --timeout:- --retries:- --max-wait:- --lock-timeout:- --min-rate:- --rps:- --confirm:-'
      ;;
    'help')
      words='contact-types contacts fields segments unsubscribers unsubscribe-groups senders templates single-sends automations agenda report notification-recipients locations account export tap seed restore auth config api doctor completion man schema mcp commands sending lists dates files undo import warehouse output options contract exit-codes errors environment sandbox testing recipes agents scripting topics'
      others='contact-type contact field segment unsubscriber unsubscribe-group sender template single-send automation notification-recipient location'
      ;;
    'contact-types')
      words='list show create update delete'
      others='ls get add rm'
      ;;
    'contact-types list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'contact-types show')
      options='--columns'
      takes='--columns:-'
      args='+contact-types'
      ;;
    'contact-types create')
      options='--name --if-missing --allow-duplicate --no-lookup --columns'
      takes='--name:- --columns:-'
      ;;
    'contact-types update')
      options='--name --columns'
      takes='--name:- --columns:-'
      args='+contact-types'
      ;;
    'contact-types delete')
      options='--force --max-delete --concurrency'
      takes='--force:audience-exists --max-delete:- --concurrency:-'
      args='+contact-types ...'
      ;;
    'contacts')
      words='list show find create update check index erase dossier import sync dedupe edit export sample delete'
      others='ls get add rm'
      ;;
    'contacts list')
      options='--type --columns --where --sort --limit --count --wide --raw'
      takes='--type:%contact-types --columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'contacts show')
      options='--type --everywhere --columns'
      takes='--type:%contact-types --columns:-'
      args='-'
      ;;
    'contacts find')
      options='--type --columns --where --sort --limit --count --wide --raw'
      takes='--type:%contact-types --columns:%columns --where:%where --sort:%sort --limit:-'
      args='-'
      ;;
    'contacts create')
      options='--type --email --country --first-name --last-name --state --city --address-line1 --address-line2 --state-province-region --postal-code --if-missing --allow-duplicate --no-lookup --include-unsubscribed --allow-automations --columns'
      takes='--type:%contact-types --email:- --country:%countries --first-name:- --last-name:- --state:- --city:- --address-line1:- --address-line2:- --state-province-region:- --postal-code:- --columns:-'
      ;;
    'contacts update')
      options='--type --email --country --first-name --last-name --state --city --address-line1 --address-line2 --state-province-region --postal-code --allow-duplicate --no-lookup --include-unsubscribed --allow-automations --columns'
      takes='--type:%contact-types --email:- --country:%countries --first-name:- --last-name:- --state:- --city:- --address-line1:- --address-line2:- --state-province-region:- --postal-code:- --columns:-'
      args='-'
      ;;
    'contacts check')
      options='--type --fix --allow-automations --columns --where --sort --limit --count --wide --raw'
      takes='--type:%contact-types --columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'contacts index')
      ;;
    'contacts erase')
      options='--even-unsubscribed --forget'
      args='-'
      ;;
    'contacts dossier')
      options='--open'
      args='- -'
      ;;
    'contacts import')
      words='resume status wait undo'
      options='--type --create-type --map --map-file --save-map --set --country --create-fields --delimiter --encoding --date-order --split-names --on-duplicate --include-unsubscribed --status-column --status --keep-status --allow-automations --max-errors --rejects --keep-files --chunk-rows --verify --settle-wait --settle-poll --settle-max'
      takes='--type:- --map:- --map-file:- --save-map:- --set:- --country:- --delimiter:auto,tab --encoding:- --date-order:dmy,mdy --split-names:yes,no --on-duplicate:first,last,reject --status-column:- --status:- --max-errors:- --rejects:/ --chunk-rows:- --verify:list,count,none --settle-wait:- --settle-poll:- --settle-max:-'
      args='/'
      ;;
    'contacts import resume')
      options='--allow-automations'
      args='-'
      ;;
    'contacts import status')
      args='-'
      ;;
    'contacts import wait')
      options='--timeout'
      takes='--timeout:-'
      args='-'
      ;;
    'contacts import undo')
      options='--force --mail-again --max-delete'
      takes='--max-delete:-'
      args='-'
      ;;
    'contacts sync')
      options='--type --create-type --map --map-file --save-map --set --country --create-fields --delimiter --encoding --date-order --split-names --on-duplicate --include-unsubscribed --status-column --status --keep-status --allow-automations --max-errors --rejects --keep-files --chunk-rows --verify --settle-wait --settle-poll --settle-max --update --gone --max-gone --clear --retry-refused --key --check --concurrency'
      takes='--type:- --map:- --map-file:- --save-map:- --set:- --country:- --delimiter:auto,tab --encoding:- --date-order:dmy,mdy --split-names:yes,no --on-duplicate:first,last,reject --status-column:- --status:- --max-errors:- --rejects:/ --chunk-rows:- --verify:list,count,none --settle-wait:- --settle-poll:- --settle-max:- --update:- --gone:report,delete,unsubscribe --max-gone:- --key:- --concurrency:-'
      args='/'
      ;;
    'contacts dedupe')
      options='--max-delete'
      takes='--max-delete:-'
      args='/'
      ;;
    'contacts edit')
      options='--type --where --columns --from --allow-automations --settle-wait --settle-poll --settle-max'
      takes='--type:%contact-types --where:%where --columns:- --from:/ --settle-wait:- --settle-poll:- --settle-max:-'
      args='- ...'
      ;;
    'contacts export')
      options='--type --where --columns --raw'
      takes='--type:%contact-types --where:%where --columns:-'
      args='/'
      ;;
    'contacts sample')
      options='--offline'
      args='/'
      ;;
    'contacts delete')
      options='--max-delete --concurrency'
      takes='--max-delete:- --concurrency:-'
      args='- ...'
      ;;
    'fields')
      words='list create delete'
      others='ls add rm'
      ;;
    'fields list')
      options='--reserved --custom --columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'fields create')
      options='--name --type --if-missing --allow-duplicate --no-lookup --columns'
      takes='--name:- --type:text,number,datetime-local --columns:-'
      ;;
    'fields delete')
      options='--force --max-delete --concurrency'
      takes='--force:unknown-tag --max-delete:- --concurrency:-'
      args='+custom-fields ...'
      ;;
    'segments')
      words='list delete recipients'
      others='ls rm recipient'
      ;;
    'segments list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'segments delete')
      options='--force --max-delete --concurrency'
      takes='--force:audience-exists --max-delete:- --concurrency:-'
      args='+segments ...'
      ;;
    'segments recipients')
      words='list add delete'
      others='ls create rm'
      ;;
    'segments recipients list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      args='+segments'
      ;;
    'segments recipients add')
      options='--segment --first-name --last-name --email --file --column --encoding --strict --concurrency --no-lookup --include-unsubscribed --allow-automations --columns'
      takes='--segment:%segments --first-name:- --last-name:- --email:- --file:/ --column:- --encoding:- --concurrency:- --columns:-'
      ;;
    'segments recipients delete')
      options='--segment --max-delete --concurrency'
      takes='--segment:%segments --max-delete:- --concurrency:-'
      args='- ...'
      ;;
    'unsubscribers')
      words='list add delete'
      others='ls create rm'
      ;;
    'unsubscribers list')
      options='--scope --columns --where --sort --limit --count --wide --raw'
      takes='--scope:- --columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'unsubscribers add')
      options='--email --file --column --encoding --strict --from --status-column --status --bounced'
      takes='--email:- --file:/ --column:- --encoding:- --from:/ --status-column:- --status:-'
      ;;
    'unsubscribers delete')
      options='--max-delete --concurrency'
      takes='--max-delete:- --concurrency:-'
      args='- ...'
      ;;
    'unsubscribe-groups')
      words='list show create update recipients'
      others='ls get add recipient'
      ;;
    'unsubscribe-groups list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'unsubscribe-groups show')
      options='--columns'
      takes='--columns:-'
      args='+unsubscribe-groups'
      ;;
    'unsubscribe-groups create')
      options='--name --description --display --no-display --if-missing --allow-duplicate --no-lookup --columns'
      takes='--name:- --description:- --columns:-'
      ;;
    'unsubscribe-groups update')
      options='--name --description --display --no-display --columns'
      takes='--name:- --description:- --columns:-'
      args='+unsubscribe-groups'
      ;;
    'unsubscribe-groups recipients')
      words='list add delete'
      others='ls create rm'
      ;;
    'unsubscribe-groups recipients list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      args='+unsubscribe-groups'
      ;;
    'unsubscribe-groups recipients add')
      options='--group --email --file --column --encoding --strict'
      takes='--group:%unsubscribe-groups --email:- --file:/ --column:- --encoding:-'
      ;;
    'unsubscribe-groups recipients delete')
      options='--group --max-delete --concurrency'
      takes='--group:%unsubscribe-groups --max-delete:- --concurrency:-'
      args='- ...'
      ;;
    'senders')
      words='list show create update delete verify wait'
      others='ls get add rm'
      ;;
    'senders list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'senders show')
      options='--columns'
      takes='--columns:-'
      args='+senders'
      ;;
    'senders create')
      options='--from-name --from-email --reply-to --country --state --city --zip-code --company-address --company-address2 --nickname --if-missing --allow-duplicate --no-lookup --columns'
      takes='--from-name:- --from-email:- --reply-to:- --country:%countries --state:%states --city:%cities --zip-code:- --company-address:- --company-address2:- --nickname:- --columns:-'
      ;;
    'senders update')
      options='--from-name --from-email --reply-to --country --state --city --zip-code --company-address --company-address2 --nickname --columns'
      takes='--from-name:- --from-email:- --reply-to:- --country:%countries --state:%states --city:%cities --zip-code:- --company-address:- --company-address2:- --nickname:- --columns:-'
      args='+senders'
      ;;
    'senders delete')
      options='--force --max-delete --concurrency'
      takes='--force:sender-exists --max-delete:- --concurrency:-'
      args='+senders ...'
      ;;
    'senders verify')
      args='+senders'
      ;;
    'senders wait')
      options='--for --timeout --columns'
      takes='--for:verified --timeout:- --columns:-'
      args='+senders'
      ;;
    'templates')
      words='list show tags lint save preview'
      others='ls get'
      ;;
    'templates list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'templates show')
      options='--columns'
      takes='--columns:-'
      args='+templates'
      ;;
    'templates tags')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'templates lint')
      options='--strict --columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      args='-'
      ;;
    'templates save')
      options='--as'
      takes='--as:html,json'
      args='- /'
      ;;
    'templates preview')
      options='--contact --data --utm --text --open --serve'
      takes='--contact:- --data:- --utm:-'
      args='- -'
      ;;
    'single-sends')
      words='list show create update reschedule cancel copy duplicate check prepare test wait stats delete'
      others='ls get add rm'
      ;;
    'single-sends list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'single-sends show')
      options='--columns'
      takes='--columns:-'
      args='+single-sends'
      ;;
    'single-sends create')
      options='--name --subject --preheader --from --group --to --except --template --template-json --html --utm --from-file --now --at --max-recipients --expect-recipients --expect-digest --strict --force --if-missing --allow-duplicate --no-lookup --columns'
      takes='--name:- --subject:- --preheader:- --from:%senders --group:%unsubscribe-groups --to:%type=contact-types,segment=segments --except:%type=contact-types,segment=segments --template:%templates --template-json:@ --html:@ --utm:- --from-file:/ --at:- --max-recipients:- --expect-recipients:- --expect-digest:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:-'
      ;;
    'single-sends update')
      options='--name --subject --preheader --from --group --to --except --template --template-json --html --utm --now --at --max-recipients --expect-recipients --expect-digest --strict --force --columns'
      takes='--name:- --subject:- --preheader:- --from:%senders --group:%unsubscribe-groups --to:%type=contact-types,segment=segments --except:%type=contact-types,segment=segments --template:%templates --template-json:@ --html:@ --utm:- --at:- --max-recipients:- --expect-recipients:- --expect-digest:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:-'
      args='+single-sends'
      ;;
    'single-sends reschedule')
      options='--at --max-recipients --expect-recipients --strict --force --columns'
      takes='--at:- --max-recipients:- --expect-recipients:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:-'
      args='+single-sends'
      ;;
    'single-sends cancel')
      args='+single-sends'
      ;;
    'single-sends copy')
      options='--at --name --subject --max-recipients --expect-recipients --strict --force --if-missing --allow-duplicate --no-lookup --columns'
      takes='--at:- --name:- --subject:- --max-recipients:- --expect-recipients:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:-'
      args='+single-sends'
      ;;
    'single-sends duplicate')
      options='--max-recipients --expect-recipients --strict --force --no-lookup --columns'
      takes='--max-recipients:- --expect-recipients:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:-'
      args='+single-sends'
      ;;
    'single-sends check')
      options='--name --subject --preheader --from --group --to --except --template --template-json --html --utm --now --at --max-recipients --expect-recipients --strict --force --columns --where --sort --limit --count --wide --raw'
      takes='--name:- --subject:- --preheader:- --from:%senders --group:%unsubscribe-groups --to:%type=contact-types,segment=segments --except:%type=contact-types,segment=segments --template:%templates --template-json:@ --html:@ --utm:- --at:- --max-recipients:- --expect-recipients:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:%columns --where:%where --sort:%sort --limit:-'
      args='+single-sends'
      ;;
    'single-sends prepare')
      options='--name --subject --preheader --from --group --to --except --template --template-json --html --utm --now --at --max-recipients --expect-recipients --strict --force'
      takes='--name:- --subject:- --preheader:- --from:%senders --group:%unsubscribe-groups --to:%type=contact-types,segment=segments --except:%type=contact-types,segment=segments --template:%templates --template-json:@ --html:@ --utm:- --at:- --max-recipients:- --expect-recipients:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file'
      args='+single-sends'
      ;;
    'single-sends test')
      options='--name --subject --preheader --from --group --template --template-json --html --utm --to --keep --strict --force'
      takes='--name:- --subject:- --preheader:- --from:%senders --group:%unsubscribe-groups --template:%templates --template-json:@ --html:@ --utm:- --to:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file'
      args='+single-sends'
      ;;
    'single-sends wait')
      options='--for --timeout --columns'
      takes='--for:sent,sending,scheduled --timeout:- --columns:-'
      args='+single-sends'
      ;;
    'single-sends stats')
      options='--since --until --compare --watch --chart --fail-if --columns --where --sort --limit --count --wide --raw'
      takes='--since:- --until:- --watch:- --chart:- --fail-if:- --columns:%columns --where:%where --sort:%sort --limit:-'
      args='+single-sends ...'
      ;;
    'single-sends delete')
      options='--bulk-ids --max-delete --concurrency'
      takes='--bulk-ids:id,utr --max-delete:- --concurrency:-'
      args='+single-sends ...'
      ;;
    'automations')
      words='list show create duplicate pause set-live check stats delete schedules'
      others='ls get add rm schedule'
      ;;
    'automations list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'automations show')
      options='--columns'
      takes='--columns:-'
      args='+automations'
      ;;
    'automations create')
      options='--type --name --for --group --if-missing --allow-duplicate --no-lookup --columns'
      takes='--type:welcome,custom --name:- --for:%type=contact-types,segment=segments --group:%unsubscribe-groups --columns:-'
      ;;
    'automations duplicate')
      options='--no-lookup --columns'
      takes='--columns:-'
      args='+automations'
      ;;
    'automations pause')
      args='+automations'
      ;;
    'automations set-live')
      options='--strict --force'
      takes='--force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,no-emails,group-exists,audience-exists,audience-empty,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file'
      args='+automations'
      ;;
    'automations check')
      options='--strict --force --columns --where --sort --limit --count --wide --raw'
      takes='--force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,no-emails,group-exists,audience-exists,audience-empty,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:%columns --where:%where --sort:%sort --limit:-'
      args='+automations'
      ;;
    'automations stats')
      options='--since --until --compare --watch --chart --fail-if --columns --where --sort --limit --count --wide --raw'
      takes='--since:- --until:- --watch:- --chart:- --fail-if:- --columns:%columns --where:%where --sort:%sort --limit:-'
      args='+automations ...'
      ;;
    'automations delete')
      options='--bulk-ids --max-delete --concurrency'
      takes='--bulk-ids:id,utr --max-delete:- --concurrency:-'
      args='+automations ...'
      ;;
    'automations schedules')
      words='list add delete'
      others='ls create rm'
      ;;
    'automations schedules list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      args='+automations'
      ;;
    'automations schedules add')
      options='--automation --from --subject --wait --unit --template --preview --template-json --html --utm --no-lookup --allow-automations --strict --force --columns'
      takes='--automation:%automations --from:%senders --subject:- --wait:- --unit:instantly,days,hours --template:%templates --preview:- --template-json:@ --html:@ --utm:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,no-emails,group-exists,audience-exists,audience-empty,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --columns:-'
      ;;
    'automations schedules delete')
      options='--automation --force --max-delete --concurrency'
      takes='--automation:%automations --force:no-emails --max-delete:- --concurrency:-'
      args='- ...'
      ;;
    'agenda')
      options='--days --ics --fail-if-empty'
      takes='--days:- --ics:-'
      ;;
    'report')
      options='--since --title --open --slack --chart'
      takes='--since:- --title:- --chart:-'
      args='-'
      ;;
    'notification-recipients')
      words='list add delete'
      others='ls create rm'
      ;;
    'notification-recipients list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'notification-recipients add')
      options='--email --owner --if-missing --allow-duplicate --no-lookup --columns'
      takes='--email:- --owner:- --columns:-'
      ;;
    'notification-recipients delete')
      options='--max-delete --concurrency'
      takes='--max-delete:- --concurrency:-'
      args='- ...'
      ;;
    'locations')
      words='countries states cities'
      ;;
    'locations countries')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'locations states')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'locations cities')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'account')
      words='pull plan apply destroy diff schema'
      ;;
    'account pull')
      options='--only --except --contacts --all'
      takes='--only:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --except:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients'
      args='-'
      ;;
    'account plan')
      options='--only --except --contacts --prune --mail-again --max-errors --exit-code --strict'
      takes='--only:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --except:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --max-errors:-'
      args='-'
      ;;
    'account apply')
      options='--only --except --contacts --max-errors --rejects --prune --mail-again --sends --live --strict --force --allow-automations --max-delete --settle-wait'
      takes='--only:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --except:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --max-errors:- --rejects:- --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --max-delete:- --settle-wait:-'
      args='-'
      ;;
    'account destroy')
      options='--max-delete --settle-wait'
      takes='--max-delete:- --settle-wait:-'
      args='-'
      ;;
    'account diff')
      options='--only --except --exit-code'
      takes='--only:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients --except:contact-types,fields,unsubscribe-groups,unsubscribers,senders,templates,segments,automations,single-sends,notification-recipients'
      args='+profiles +profiles'
      ;;
    'account schema')
      ;;
    'export')
      options='--format'
      takes='--format:parquet,jsonl,csv'
      args='-'
      ;;
    'tap')
      options='--discover --streams --catalog --state --config'
      takes='--streams:- --catalog:/ --state:/ --config:/'
      ;;
    'seed')
      words='clean runs schema'
      options='--run --random --env --sends --live --strict --force --allow-automations --settle-wait'
      takes='--run:- --random:- --env:sh,github --force:sender-exists,sender-verified,subject,length,shouting,template-exists,blank-template,both-template-forms,not-html,preheader,group-exists,audience-exists,audience-empty,audience-excluded,unsubscribed,recipient-limit,tag-without-value,moment-past,odd-hour,same-name,same-subject,running,broken-tag,empty,external-stylesheet,foreign-tag,form,iframe,image-alt,image-data,image-empty,image-http,image-localhost,image-misspelt,image-relative,images-too-big,link-broken,link-empty,link-http,link-localhost,link-misspelt,link-relative,little-text,lost-characters,low-contrast,no-address,no-charset,no-title,no-unsubscribe,script,too-big,too-wide,unclosed,unknown-tag,unopened,file --settle-wait:-'
      args='/'
      ;;
    'seed clean')
      options='--run --older-than --force --max-delete'
      takes='--run:- --older-than:- --max-delete:-'
      ;;
    'seed runs')
      ;;
    'seed schema')
      ;;
    'restore')
      options='--type --include-unsubscribed --allow-automations'
      takes='--type:-'
      args='-'
      ;;
    'auth')
      words='login logout status list switch'
      others='ls'
      ;;
    'auth login')
      options='--public-key --secret-key-stdin --switch --guard'
      takes='--public-key:- --guard:none,protected,read-only'
      args='-'
      ;;
    'auth logout')
      args='+profiles'
      ;;
    'auth status')
      options='--check'
      ;;
    'auth list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'auth switch')
      args='+profiles'
      ;;
    'config')
      words='get set unset list path'
      others='ls'
      ;;
    'config get')
      args='output,timeout,retries,max-wait,lock-timeout,min-rate,rps,color,pager,completion-cache,address-index,test-list,keep-deleted,guard,timezone'
      ;;
    'config set')
      args='output,timeout,retries,max-wait,lock-timeout,min-rate,rps,color,pager,completion-cache,address-index,test-list,keep-deleted,guard,timezone -'
      ;;
    'config unset')
      args='output,timeout,retries,max-wait,lock-timeout,min-rate,rps,color,pager,completion-cache,address-index,test-list,keep-deleted,guard,timezone'
      ;;
    'config list')
      options='--columns --where --sort --limit --count --wide --raw'
      takes='--columns:%columns --where:%where --sort:%sort --limit:-'
      ;;
    'config path')
      ;;
    'sandbox')
      words='tour run serve reset path log mail'
      ;;
    'sandbox tour')
      options='--fast'
      ;;
    'sandbox run')
      options='--demo --empty --contacts --seed --fault --clock --setting'
      takes='--contacts:- --seed:- --fault:- --clock:- --setting:-'
      args='- ...'
      ;;
    'sandbox serve')
      options='--port --host --db --account --public-key --secret-key --allow-host --env --ready-fd --ready-file --demo --empty --contacts --seed --fault --clock --setting'
      takes='--port:- --host:- --db:/ --account:- --public-key:- --secret-key:- --allow-host:- --ready-fd:- --ready-file:/ --contacts:- --seed:- --fault:- --clock:- --setting:-'
      ;;
    'sandbox reset')
      options='--db --demo --empty --contacts --seed'
      takes='--db:/ --contacts:- --seed:-'
      ;;
    'sandbox path')
      options='--db'
      takes='--db:/'
      ;;
    'sandbox log')
      options='--db --limit'
      takes='--db:/ --limit:-'
      ;;
    'sandbox mail')
      options='--db --to --limit'
      takes='--db:/ --to:- --limit:-'
      args='-'
      ;;
    'api')
      options='--field --file --query --urlencoded --include-unsubscribed --allow-automations --raw'
      takes='--field:- -f:- --file:=@ -F:=@ --query:-'
      args='GET,POST,DELETE -'
      ;;
    'doctor')
      ;;
    'completion')
      options='--install --uninstall'
      args='bash,zsh,fish,powershell'
      ;;
    'man')
      options='--install --uninstall'
      args='- ...'
      ;;
    'schema')
      options='--all --duckdb --postgres --bigquery'
      args='- ...'
      ;;
    'mcp')
      options='--allow-writes --allow-sends --max-recipients --allow-automations --folder --mask-addresses --print-config'
      takes='--allow-sends:asking,unattended --max-recipients:- --folder:- --print-config:claude,vscode,cursor'
      ;;
    'commands')
      options='--brief'
      ;;
  esac
}

# The place that a word leads to from another.
_emk_step() {
  case "$1 $2" in
    ' contact-types' | ' contact-type') REPLY='contact-types' ;;
    ' contacts' | ' contact') REPLY='contacts' ;;
    ' fields' | ' field') REPLY='fields' ;;
    ' segments' | ' segment') REPLY='segments' ;;
    ' unsubscribers' | ' unsubscriber') REPLY='unsubscribers' ;;
    ' unsubscribe-groups' | ' unsubscribe-group') REPLY='unsubscribe-groups' ;;
    ' senders' | ' sender') REPLY='senders' ;;
    ' templates' | ' template') REPLY='templates' ;;
    ' single-sends' | ' single-send') REPLY='single-sends' ;;
    ' automations' | ' automation') REPLY='automations' ;;
    ' agenda') REPLY='agenda' ;;
    ' report') REPLY='report' ;;
    ' notification-recipients' | ' notification-recipient') REPLY='notification-recipients' ;;
    ' locations' | ' location') REPLY='locations' ;;
    ' account') REPLY='account' ;;
    ' export') REPLY='export' ;;
    ' tap') REPLY='tap' ;;
    ' seed') REPLY='seed' ;;
    ' restore') REPLY='restore' ;;
    ' auth') REPLY='auth' ;;
    ' config') REPLY='config' ;;
    ' sandbox') REPLY='sandbox' ;;
    ' api') REPLY='api' ;;
    ' doctor') REPLY='doctor' ;;
    ' completion') REPLY='completion' ;;
    ' man') REPLY='man' ;;
    ' schema') REPLY='schema' ;;
    ' mcp') REPLY='mcp' ;;
    ' commands') REPLY='commands' ;;
    ' help') REPLY='help' ;;
    'help contact-types' | 'help contact-type') REPLY='contact-types' ;;
    'help contacts' | 'help contact') REPLY='contacts' ;;
    'help fields' | 'help field') REPLY='fields' ;;
    'help segments' | 'help segment') REPLY='segments' ;;
    'help unsubscribers' | 'help unsubscriber') REPLY='unsubscribers' ;;
    'help unsubscribe-groups' | 'help unsubscribe-group') REPLY='unsubscribe-groups' ;;
    'help senders' | 'help sender') REPLY='senders' ;;
    'help templates' | 'help template') REPLY='templates' ;;
    'help single-sends' | 'help single-send') REPLY='single-sends' ;;
    'help automations' | 'help automation') REPLY='automations' ;;
    'help agenda') REPLY='agenda' ;;
    'help report') REPLY='report' ;;
    'help notification-recipients' | 'help notification-recipient') REPLY='notification-recipients' ;;
    'help locations' | 'help location') REPLY='locations' ;;
    'help account') REPLY='account' ;;
    'help export') REPLY='export' ;;
    'help tap') REPLY='tap' ;;
    'help seed') REPLY='seed' ;;
    'help restore') REPLY='restore' ;;
    'help auth') REPLY='auth' ;;
    'help config') REPLY='config' ;;
    'help api') REPLY='api' ;;
    'help doctor') REPLY='doctor' ;;
    'help completion') REPLY='completion' ;;
    'help man') REPLY='man' ;;
    'help schema') REPLY='schema' ;;
    'help mcp') REPLY='mcp' ;;
    'help commands') REPLY='commands' ;;
    'help sending') REPLY='help' ;;
    'help lists') REPLY='help' ;;
    'help dates') REPLY='help' ;;
    'help files') REPLY='help' ;;
    'help undo') REPLY='help' ;;
    'help import') REPLY='help' ;;
    'help warehouse') REPLY='help' ;;
    'help output') REPLY='help' ;;
    'help options') REPLY='help' ;;
    'help contract') REPLY='help' ;;
    'help exit-codes') REPLY='help' ;;
    'help errors') REPLY='help' ;;
    'help environment') REPLY='help' ;;
    'help sandbox') REPLY='help' ;;
    'help testing') REPLY='help' ;;
    'help recipes') REPLY='help' ;;
    'help agents') REPLY='help' ;;
    'help scripting') REPLY='help' ;;
    'help topics') REPLY='help' ;;
    'contact-types list' | 'contact-types ls') REPLY='contact-types list' ;;
    'contact-types show' | 'contact-types get') REPLY='contact-types show' ;;
    'contact-types create' | 'contact-types add') REPLY='contact-types create' ;;
    'contact-types update') REPLY='contact-types update' ;;
    'contact-types delete' | 'contact-types rm') REPLY='contact-types delete' ;;
    'contacts list' | 'contacts ls') REPLY='contacts list' ;;
    'contacts show' | 'contacts get') REPLY='contacts show' ;;
    'contacts find') REPLY='contacts find' ;;
    'contacts create' | 'contacts add') REPLY='contacts create' ;;
    'contacts update') REPLY='contacts update' ;;
    'contacts check') REPLY='contacts check' ;;
    'contacts index') REPLY='contacts index' ;;
    'contacts erase') REPLY='contacts erase' ;;
    'contacts dossier') REPLY='contacts dossier' ;;
    'contacts import') REPLY='contacts import' ;;
    'contacts sync') REPLY='contacts sync' ;;
    'contacts dedupe') REPLY='contacts dedupe' ;;
    'contacts edit') REPLY='contacts edit' ;;
    'contacts export') REPLY='contacts export' ;;
    'contacts sample') REPLY='contacts sample' ;;
    'contacts delete' | 'contacts rm') REPLY='contacts delete' ;;
    'contacts import resume') REPLY='contacts import resume' ;;
    'contacts import status') REPLY='contacts import status' ;;
    'contacts import wait') REPLY='contacts import wait' ;;
    'contacts import undo') REPLY='contacts import undo' ;;
    'fields list' | 'fields ls') REPLY='fields list' ;;
    'fields create' | 'fields add') REPLY='fields create' ;;
    'fields delete' | 'fields rm') REPLY='fields delete' ;;
    'segments list' | 'segments ls') REPLY='segments list' ;;
    'segments delete' | 'segments rm') REPLY='segments delete' ;;
    'segments recipients' | 'segments recipient') REPLY='segments recipients' ;;
    'segments recipients list' | 'segments recipients ls') REPLY='segments recipients list' ;;
    'segments recipients add' | 'segments recipients create') REPLY='segments recipients add' ;;
    'segments recipients delete' | 'segments recipients rm') REPLY='segments recipients delete' ;;
    'unsubscribers list' | 'unsubscribers ls') REPLY='unsubscribers list' ;;
    'unsubscribers add' | 'unsubscribers create') REPLY='unsubscribers add' ;;
    'unsubscribers delete' | 'unsubscribers rm') REPLY='unsubscribers delete' ;;
    'unsubscribe-groups list' | 'unsubscribe-groups ls') REPLY='unsubscribe-groups list' ;;
    'unsubscribe-groups show' | 'unsubscribe-groups get') REPLY='unsubscribe-groups show' ;;
    'unsubscribe-groups create' | 'unsubscribe-groups add') REPLY='unsubscribe-groups create' ;;
    'unsubscribe-groups update') REPLY='unsubscribe-groups update' ;;
    'unsubscribe-groups recipients' | 'unsubscribe-groups recipient') REPLY='unsubscribe-groups recipients' ;;
    'unsubscribe-groups recipients list' | 'unsubscribe-groups recipients ls') REPLY='unsubscribe-groups recipients list' ;;
    'unsubscribe-groups recipients add' | 'unsubscribe-groups recipients create') REPLY='unsubscribe-groups recipients add' ;;
    'unsubscribe-groups recipients delete' | 'unsubscribe-groups recipients rm') REPLY='unsubscribe-groups recipients delete' ;;
    'senders list' | 'senders ls') REPLY='senders list' ;;
    'senders show' | 'senders get') REPLY='senders show' ;;
    'senders create' | 'senders add') REPLY='senders create' ;;
    'senders update') REPLY='senders update' ;;
    'senders delete' | 'senders rm') REPLY='senders delete' ;;
    'senders verify') REPLY='senders verify' ;;
    'senders wait') REPLY='senders wait' ;;
    'templates list' | 'templates ls') REPLY='templates list' ;;
    'templates show' | 'templates get') REPLY='templates show' ;;
    'templates tags') REPLY='templates tags' ;;
    'templates lint') REPLY='templates lint' ;;
    'templates save') REPLY='templates save' ;;
    'templates preview') REPLY='templates preview' ;;
    'single-sends list' | 'single-sends ls') REPLY='single-sends list' ;;
    'single-sends show' | 'single-sends get') REPLY='single-sends show' ;;
    'single-sends create' | 'single-sends add') REPLY='single-sends create' ;;
    'single-sends update') REPLY='single-sends update' ;;
    'single-sends reschedule') REPLY='single-sends reschedule' ;;
    'single-sends cancel') REPLY='single-sends cancel' ;;
    'single-sends copy') REPLY='single-sends copy' ;;
    'single-sends duplicate') REPLY='single-sends duplicate' ;;
    'single-sends check') REPLY='single-sends check' ;;
    'single-sends prepare') REPLY='single-sends prepare' ;;
    'single-sends test') REPLY='single-sends test' ;;
    'single-sends wait') REPLY='single-sends wait' ;;
    'single-sends stats') REPLY='single-sends stats' ;;
    'single-sends delete' | 'single-sends rm') REPLY='single-sends delete' ;;
    'automations list' | 'automations ls') REPLY='automations list' ;;
    'automations show' | 'automations get') REPLY='automations show' ;;
    'automations create' | 'automations add') REPLY='automations create' ;;
    'automations duplicate') REPLY='automations duplicate' ;;
    'automations pause') REPLY='automations pause' ;;
    'automations set-live') REPLY='automations set-live' ;;
    'automations check') REPLY='automations check' ;;
    'automations stats') REPLY='automations stats' ;;
    'automations delete' | 'automations rm') REPLY='automations delete' ;;
    'automations schedules' | 'automations schedule') REPLY='automations schedules' ;;
    'automations schedules list' | 'automations schedules ls') REPLY='automations schedules list' ;;
    'automations schedules add' | 'automations schedules create') REPLY='automations schedules add' ;;
    'automations schedules delete' | 'automations schedules rm') REPLY='automations schedules delete' ;;
    'notification-recipients list' | 'notification-recipients ls') REPLY='notification-recipients list' ;;
    'notification-recipients add' | 'notification-recipients create') REPLY='notification-recipients add' ;;
    'notification-recipients delete' | 'notification-recipients rm') REPLY='notification-recipients delete' ;;
    'locations countries') REPLY='locations countries' ;;
    'locations states') REPLY='locations states' ;;
    'locations cities') REPLY='locations cities' ;;
    'account pull') REPLY='account pull' ;;
    'account plan') REPLY='account plan' ;;
    'account apply') REPLY='account apply' ;;
    'account destroy') REPLY='account destroy' ;;
    'account diff') REPLY='account diff' ;;
    'account schema') REPLY='account schema' ;;
    'seed clean') REPLY='seed clean' ;;
    'seed runs') REPLY='seed runs' ;;
    'seed schema') REPLY='seed schema' ;;
    'auth login') REPLY='auth login' ;;
    'auth logout') REPLY='auth logout' ;;
    'auth status') REPLY='auth status' ;;
    'auth list' | 'auth ls') REPLY='auth list' ;;
    'auth switch') REPLY='auth switch' ;;
    'config get') REPLY='config get' ;;
    'config set') REPLY='config set' ;;
    'config unset') REPLY='config unset' ;;
    'config list' | 'config ls') REPLY='config list' ;;
    'config path') REPLY='config path' ;;
    'sandbox tour') REPLY='sandbox tour' ;;
    'sandbox run') REPLY='sandbox run' ;;
    'sandbox serve') REPLY='sandbox serve' ;;
    'sandbox reset') REPLY='sandbox reset' ;;
    'sandbox path') REPLY='sandbox path' ;;
    'sandbox log') REPLY='sandbox log' ;;
    'sandbox mail') REPLY='sandbox mail' ;;
    *) return 1 ;;
  esac
}

# What an option takes, when it takes a value.
_emk_takes() {
  REPLY=" $takes --output:table,json,jsonl,csv,tsv,md,parquet,id -o:table,json,jsonl,csv,tsv,md,parquet,id --out:/ --profile:%profiles --base-url:- --timeout:- --retries:- --max-wait:- --lock-timeout:- --min-rate:- --rps:- --confirm:- "
  case $REPLY in
    *" $1:"*) REPLY=${REPLY#*" $1:"} REPLY=${REPLY%% *} ;;
    *) return 1 ;;
  esac
}

# Offers those of the given words that go on from what was typed.
_emk_offer() {
  local IFS=$' \t\n'
  COMPREPLY=($(compgen -P "$before" -W "$1" -- "$typed"))
}

_emk_offer_files() {
  local IFS=$'\n'
  COMPREPLY+=($(compgen -P "$before" -f -- "$typed"))
  compopt -o filenames 2>/dev/null
}

# The same behind an @, which bash would quote as if it were a part of the name.
_emk_offer_files_at() {
  local path
  while IFS= read -r path; do
    if [[ -d $path ]]; then
      path+=/
      compopt -o nospace 2>/dev/null
    fi
    printf -v path %q "$path"
    COMPREPLY+=("$before$path")
  done < <(compgen -f -- "$typed")
}

# Offers what emk itself knows, quoted as it must stand on the line.
_emk_offer_known() {
  local value
  while IFS= read -r value; do
    COMPREPLY+=("$before$value")
    case $value in *=) compopt -o nospace 2>/dev/null ;; esac
  done < <(command emk completion values bash "$1" "$at" "$typed" "${line[@]:1:last-1}" 2>/dev/null)
}

_emk_offer_value() {
  case $1 in
    '' | -) ;;
    [%+]*) _emk_offer_known "$1" ;;
    /) _emk_offer_files ;;
    @) case $typed in @*) before+=@ typed=${typed#@} && _emk_offer_files_at ;; esac ;;
    =@) case $typed in *=@*) before+=${typed%%=@*}=@ typed=${typed#*=@} && _emk_offer_files_at ;; esac ;;
    *) _emk_offer "${1//,/ }" ;;
  esac
}

# The argument at the position that was reached.
_emk_arg() {
  REPLY=
  set -- $args
  while (($# > 1 && count > 0)) && [[ $2 != ... || $# -gt 2 ]]; do shift; ((count -= 1)); done
  [[ $# -gt 0 && ($count -eq 0 || ${2-} == ...) ]] && REPLY=$1
}

_emk() {
  local words others options takes args REPLY
  local line=() rest=${COMP_LINE:0:COMP_POINT} space piece i
  # Bash also parts words at = : and @; put together what no space parts.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    space=${rest%%[![:space:]]*} rest=${rest#"${rest%%[![:space:]]*}"}
    piece=${COMP_WORDS[i]}
    ((i < COMP_CWORD)) || piece=$rest
    rest=${rest#"$piece"}
    if [[ -n $space || i -eq 0 ]]; then line+=("$piece"); else line[${#line[@]}-1]+=$piece; fi
  done

  local at= awaits= bare= count=0 word last=$((${#line[@]} - 1))
  _emk_place ''
  for ((i = 1; i < last; i++)); do
    word=${line[i]}
    if [[ -n $awaits ]]; then
      awaits=
    elif [[ -n $bare ]]; then
      ((count += 1))
    elif [[ $word == -- ]]; then
      bare=1
    elif [[ $word == -* ]]; then
      if _emk_takes "$word"; then awaits=$REPLY; fi
    elif _emk_step "$at" "$word"; then
      at=$REPLY
      _emk_place "$at"
    else
      ((count += 1))
    fi
  done

  local before= typed=${line[last]}
  COMPREPLY=()
  if [[ -n $awaits ]]; then
    _emk_offer_value "$awaits"
  elif [[ -n $bare ]]; then
    _emk_arg
    case $REPLY in +*) _emk_offer_value "%${REPLY#+}" ;; *) _emk_offer_files ;; esac
  elif [[ $typed == --*=* ]]; then
    if _emk_takes "${typed%%=*}"; then
      before=${typed%%=*}= typed=${typed#*=}
      _emk_offer_value "$REPLY"
    fi
  elif [[ $typed == -* ]]; then
    _emk_offer "$options --output --json --out --force --profile --base-url --sandbox --yes --no-input --dry-run --timeout --retries --max-wait --lock-timeout --min-rate --rps --allow-http --confirm --no-color --no-pager --quiet --verbose --debug --debug-pii --help"
  else
    [[ $count -eq 0 ]] && _emk_offer "$words"
    [[ ${#COMPREPLY[@]} -eq 0 && $count -eq 0 && -n $typed ]] && _emk_offer "$others"
    _emk_arg
    # Files are offered with the words that may come in their place.
    if [[ ${#COMPREPLY[@]} -eq 0 || $REPLY == / ]]; then _emk_offer_value "$REPLY"; fi
  fi

  # Bash replaces only what comes after the last character at which it parts words; @ itself it replaces too.
  local parted=${line[last]} breaks=${COMP_WORDBREAKS//[!=:@]/}
  if [[ -n $breaks && $parted == *[$breaks]* ]]; then
    parted=${parted%"${parted##*[$breaks]}"} parted=${parted%@}
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$parted"}; done
  fi
}

complete -F _emk emk
