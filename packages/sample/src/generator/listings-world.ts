/** Listings outside the United States, in the form of the US list; prices are in the currency of the exchange. */
export const worldListings = `
AZN.L;AstraZeneca;9;pharma;13400;breast-cancer drug
SHEL.L;Shell;9;oil;2850
BP.L;BP;8;oil;455
HSBA.L;HSBC;7;bank;1090
BARC.L;Barclays;5;bank;415
VOD.L;Vodafone;4;telecom;92
RR.L;Rolls-Royce;8;industrial;1130;UltraFan engine,small reactor
BA.L;BAE Systems;6;defense;1780
GSK.L;GSK;5;pharma;1770
ULVR.L;Unilever;5;consumer;4520
TSCO.L;Tesco;4;retail;455
OCDO.L;Ocado;3;retail;210
RIO.L;Rio Tinto;6;mining;5300;Simandou mine
SAP.DE;SAP;8;software;212;Joule copilot
SIE.DE;Siemens;6;industrial;232
VOW3.DE;Volkswagen;8;auto;98;ID. Polo,software platform
BMW.DE;BMW;5;auto;88;Neue Klasse
MBG.DE;Mercedes-Benz;5;auto;58;electric CLA
RHM.DE;Rheinmetall;9;defense;1590;Lynx vehicle,Skyranger system
DBK.DE;Deutsche Bank;6;bank;31
ADS.DE;Adidas;5;consumer;160
MC.PA;LVMH;7;consumer;620;leather goods
TTE.PA;TotalEnergies;5;oil;55
AIR.PA;Airbus;7;industrial;202;A320 family,A350 freighter
ADYEN.AS;Adyen;4;payments;1350
NESN.SW;Nestle;5;consumer;80
ROG.SW;Roche;5;pharma;300
7203.T;Toyota;9;auto;3150;solid-state battery,RAV4 hybrid
6758.T;Sony;7;media;4400;PlayStation hardware
9984.T;SoftBank;8;internet;19500
7974.T;Nintendo;7;media;13200;Switch 2
8306.T;Mitsubishi UFJ;4;bank;2400
6857.T;Advantest;4;chips;20500;chip testers
0700.HK;Tencent;7;internet;620;WeChat agent,Honor of Kings
1810.HK;Xiaomi;7;auto;42;YU7 SUV,foldable phone
1211.HK;BYD;8;auto;98;Seagull hatchback,flash charging
005930.KS;Samsung Electronics;8;chips;98000;HBM4 memory,foldable phone
000660.KS;SK Hynix;7;chips;560000;HBM4 memory
005380.KS;Hyundai Motor;4;auto;265000;Ioniq line
2454.TW;MediaTek;4;chips;1400;Dimensity chips
RELIANCE.NS;Reliance Industries;6;oil;1510;Jio AI service
TCS.NS;Tata Consultancy;4;software;3080
HDFCBANK.NS;HDFC Bank;4;bank;995
BHP.AX;BHP;5;mining;43;Jansen potash
CBA.AX;Commonwealth Bank;4;bank;158
RY.TO;Royal Bank of Canada;4;bank;206
SU.TO;Suncor;4;oil;62
`;
