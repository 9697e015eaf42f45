/**
 * Some states of some countries with some of their cities: a line for each state, beginning with the country's code.
 */
export const placeList = `
AU New South Wales: Sydney, Newcastle, Wollongong
AU Queensland: Brisbane, Cairns
AU Victoria: Melbourne, Geelong
AT Salzburg: Salzburg
AT Vienna: Vienna
BR Rio de Janeiro: Rio de Janeiro, Niterói
BR São Paulo: São Paulo, Campinas, Santos
CA British Columbia: Vancouver, Victoria
CA Ontario: Ottawa, Toronto, Hamilton
CA Quebec: Montréal, Québec
FR Auvergne-Rhône-Alpes: Lyon, Grenoble
FR Île-de-France: Paris, Versailles
DE Baden-Württemberg: Stuttgart, Freiburg
DE Bavaria: Munich, Nuremberg, Augsburg
DE Berlin: Berlin
DE Hamburg: Hamburg
DE Hesse: Frankfurt, Kassel
DE North Rhine-Westphalia: Cologne, Düsseldorf, Dortmund
DE Saxony: Dresden, Leipzig
IN Delhi: New Delhi
IN Gujarat: Ahmedabad, Rajkot, Surat
IN Karnataka: Bengaluru, Mysuru
IN Maharashtra: Mumbai, Nagpur, Pune
IN Tamil Nadu: Chennai, Coimbatore
IE Leinster: Dublin
IT Lazio: Rome
IT Lombardy: Milan, Bergamo
JP Kanagawa: Yokohama, Kawasaki
JP Osaka: Osaka
JP Tokyo: Tokyo
NL North Holland: Amsterdam, Haarlem
NL South Holland: Rotterdam, The Hague
NO Oslo: Oslo
NO Vestland: Bergen
PL Lesser Poland: Kraków
PL Masovia: Warsaw
ES Catalonia: Barcelona, Girona
ES Madrid: Madrid
SE Skåne: Malmö, Lund
SE Stockholm: Stockholm
CH Geneva: Geneva
CH Zürich: Zürich, Winterthur
GB England: London, Manchester, Bristol, Leeds
GB Northern Ireland: Belfast
GB Scotland: Edinburgh, Glasgow
GB Wales: Cardiff, Swansea
US California: Los Angeles, San Diego, San Francisco
US Colorado: Boulder, Denver
US Illinois: Chicago, Springfield
US Massachusetts: Boston, Cambridge
US New York: Albany, Buffalo, New York
US Oregon: Portland, Salem
US Texas: Austin, Dallas, Houston
US Washington: Seattle, Tacoma
`;
