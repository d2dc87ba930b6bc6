/** Vendors whose keys have no recognisable format. Beside such a name, a random-looking value is a secret. */
export const VENDORS: ReadonlySet<string> = new Set(
  `abuseipdb adobe authress bittrex looker travisci sendbird meraki accuweather adafruit adobe ahrefs airbrake airship aiven akamai alchemy algolia alibaba alienvault
  alpaca alphavantage amadeus amplitude apify apimatic apollo appcues appfollow appoptics appsflyer artifactory asana
  assemblyai atlassian avaza aviationstack aws aylien azure backblaze bamboohr bannerbear baremetrics beebole besttime
  billomat binance bitbar bitbucket bitfinex bitly bitmex blazemeter blitapp blocknative bombbomb boostnote borgbase braintree
  braze browserstack bugherd bugsnag buildkite bulksms buttercms caflou calendarific calendly campayn canny capsulecrm
  captaindata carboninterface cashboard caspio censys centralstation chargebee chartmogul chatfuel checkmarx checkvist
  cicero circleci clarifai clearbit clicksend clickup cliengo clockify clockwork cloudconvert cloudelements cloudflare cloudimage
  cloudinary cloudmersive cloudplan cloudsmith cloverly cloze clustdoc codacy codeclimate codecov codemagic cohere coinapi
  coinbase coinlayer coinlib coinmarketcap companyhub confluent contentful contentstack convertkit copper countrylayer
  coveralls courier craftmypdf crowdin cryptocompare currencylayer currencyscoop customerio dandelion dareboost databox databricks
  datadog datafire datagov datadoghq debounce deepai deepgram deepl deepseek delighted deputy detectify detectlanguage dfuse
  diffbot diggernaut digicert digitalocean discord discourse disqus ditto dnscheck docker docparser documo docusign doppler
  dotmailer dovico droneci dropbox drupal duo duply dwolla dynalist dyspatch eagleeye easypost ebay edamam edenai eightxeight
  elastic elasticemail elevenlabs enablex endorlabs enigma envoy etherscan etsy eventbrite everhour exchangerate
  exportsdk facebook faceplusplus fastforex fastly feedier fibery figma fileio finage findl finicity finnhub firebase fixer
  flexport flickr flightapi flightlabs flightstats flowflu flutterwave fmfw formbucket formcraft formio formsite foursquare
  frameio freshbooks freshdesk freshworks fulcrum fullstory fusebill fxmarket gcp geckoboard gemini gengo geoapify
  geocodify geocodio geoipifi getemail getgeoapi getgist getresponse gitea github gitlab gitter glassnode glitterly gocanvas
  gocardless godaddy goodday grafana graphcms graphhopper greenhouse groovehq groq gtmetrix gumroad gyazo
  happi happyscribe harvest hellosign helpcrunch helpscout heroku hetzner hiveage holidayapi honeycomb
  hubspot huggingface humanity hunter hybiscus hypertrack iconfinder imagekit imagga infobip infura insightly instabot
  instamojo instana intercom interseller intrinio invoiceocean ipapi ipdata ipgeolocation ipify ipinfo ipinfodb ipquality
  ipstack jenkins jfrog jira jotform jumpcloud jupiterone juro kaleyra kanban kanbantool karmacrm keenio kickbox klaviyo klipfolio
  knapsack kontent kraken kubernetes kucoin langfuse larksuite lastfm launchdarkly leadfeeder lemlist lemonsqueezy lessannoying
  lexigram linear linkedin linkpreview linode liveagent livestorm loadmill lob locationiq loggly loginradius logzio lokalise
  loyverse luno madkudu magicbell mailboxlayer mailchimp mailerlite mailgun mailjet mailmodo mailsac mandrill
  mapbox mapquest marketstack mattermost mavenlink maxmind meaningcloud mediastack meistertask meraki mesibo messagebird
  metaapi metabase metrilo microsoft midise mindmeister miro mistral mixcloud mixmax mixpanel monday monkeylearn
  moonclerk moosend moralis mrticktock mux myfreshworks myintervals nasdaq netcore netlify neutrino newrelic newsapi newscatcher
  nexmo nftport ngc ngrok nicereply nightfall nimble noticeable notion nozbe npm nuget numverify nutritionix nvapi nylas
  nytimes oanda okta omnisend onedesk onelogin onepagecrm onesignal onwater oopspam openai opencage opengraph openuv openweather
  opsgenie optimizely oracle outlook overloop owlbot packagecloud pagarme pagerduty pandadoc pandascore paperform paralleldots
  parsehub parseur partnerstack pastebin paydirt paymo paymongo paypal paystack pdflayer pdfshift peopledata percy
  pinata pinecone pipedream pipedrive pivotaltracker pixabay plaid planio planview planviewleankit planyo plivo podio
  polygon positionstack postageapp postbacks posthog postman postmark powrbot prefect prismic privateai prodpad
  prospect proxycrawl pubnub pulumi purestake pushbullet pusher qase qualaroo qubole quickmetrics quora rabbitmq ramp
  rapidapi rawg razorpay reachmail readme reallysimplesystems rebrandly rechargepayments redis refiner rentman repairshopr
  replicate replyio requestfinance resend restpack revamp ringcentral ritekit roaring rocketreach rollbar ronin
  rownd rubygems runrun runpod salesblink salescookie salesflare salesforce salesmate sanity satismeter saucelabs scaleway
  scalr scraperapi scraperbox scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer scrutinizer securitytrails
  selectpdf semaphore sendbird sendgrid sendinblue sentry serphouse serpstack servicenow shipday shipengine
  shippo shodan shopify shotstack shutterstock signable signalwire signaturit signupgenius sigopt simfin simplesat
  simplynoted simvoly sinch sirv siteleaf skrappio skybiometry slack smartsheets smartystreets smooch snipcart snowflake snyk
  sonar sonarcloud sonarqube sourcegraph sparkpost speechtext spendesk splunk spoonacular spotify sportradar sportsmonk
  squarespace squareup sslmate statuscake statuspage statuspal stitchdata stockdata storecove stormboard stormglass storyblok
  storychief strava streak stripe stripo stytch sugester sumologic sumo supabase supernotes surveyanyplace surveybot
  surveysparrow survicate swiftype synology tableau tailscale tallyfy tatum taxjar teamgate teamwork tefter
  telegram teletype telnyx terraform textmagic theoddsapi thinkific thousandeyes ticketmaster tickettailor tickstory tiingo
  timecamp timezoneapi tineswebhook tmetric todoist toggl tokeet tomorrow tomtom tradier transferwise transifex travelpayouts
  travis trello trufflehog twelvedata twilio twist twitch twitter tyntec typeform typetalk ubidots uclassify unifyid unplugg
  unsplash upcdatabase uplead uploadcare uptimerobot upwave urlscan userflow userstack vatlayer vbout vercel verimail
  veriphone versioneye viewneo virustotal visualcrossing voicegain vonage voodoosms vouchery vpnapi vultr vyte walkscore weatherbit
  weatherstack webex webflow webscraper webscraping wepay whoxy wise wistia wit wordpress workday workos worksnaps workstack
  worldcoinindex worldweather wrike xero yandex yelp yodlee youneedabudget youtube yousign zapier zendesk zenkit zenrows
  zenscrape zenserp zeplin zerobounce zerotier zipbooks zipcodeapi zipcodebase zipapi zoho zonka zoom zulip`.split(
    /\s+/,
  ),
);
