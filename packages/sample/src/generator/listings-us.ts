/**
 * US listings of the sample world, one per line: key; names (short, others after a slash); popularity; group; rough
 * price (the start of the simulation, not a quote); its products.
 */
export const usListings = `
NVDA;Nvidia;100;chips;185;Rubin systems,Blackwell racks,gaming cards,robotics platform
TSLA;Tesla;95;auto;405;Robotaxi service,Model Y refresh,Optimus robot,Cybercab
AAPL;Apple;90;bigtech;265;iPhone line,Vision headset,Siri upgrade,MacBook range
MSFT;Microsoft;72;bigtech;505;Copilot,Azure AI services,Xbox lineup
AMZN;Amazon;70;bigtech;232;Trainium chips,Prime membership,Alexa upgrade,AWS region
GOOGL;Alphabet/Google;68;bigtech;285;Gemini model,Pixel phones,Waymo service,TPU chips
META;Meta;62;bigtech;640;smart glasses,Llama model,Threads ads
AMD;AMD;55;chips;232;Instinct accelerators,EPYC server chips,Ryzen line
PLTR;Palantir;55;software;178;AIP platform,defense data system
AVGO;Broadcom;36;chips;345;custom AI chips,networking switches
NFLX;Netflix;30;media;112;ad tier,live sports slate,games catalogue
INTC;Intel;34;chips;37;18A process,Panther Lake chips,foundry service
MSTR;Strategy/MicroStrategy;30;software;240;preferred shares,bitcoin treasury
COIN;Coinbase;30;fintech;295;Base network,derivatives platform
HOOD;Robinhood;28;fintech;128
MU;Micron;28;chips;230;HBM4 memory,DRAM line
ORCL;Oracle;26;software;225;cloud capacity,database service
GME;GameStop;24;retail;22;trading-card business,store refresh
SMCI;Super Micro;22;chips;38;liquid-cooled racks
BA;Boeing;26;industrial;195;737 MAX,777X,Starliner capsule
DIS;Disney;24;media;108;Disney+ bundle,cruise fleet,ESPN app
WMT;Walmart;24;retail;103;Walmart+ membership,drone delivery
COST;Costco;18;retail;920;Kirkland brand,executive membership
JPM;JPMorgan;24;bank;308
BAC;Bank of America;16;bank;52
GS;Goldman Sachs;17;bank;795
WFC;Wells Fargo;12;bank;85
C;Citigroup;12;bank;100
MS;Morgan Stanley;11;bank;165
SOFI;SoFi;22;fintech;28
RIVN;Rivian;20;auto;15;R2 SUV,delivery vans
F;Ford;18;auto;13;F-150 Lightning,Bronco,Ford Pro vans
GM;General Motors/GM;15;auto;70;Silverado EV,Super Cruise,Equinox EV
LCID;Lucid;13;auto;14;Gravity SUV
NIO;Nio;15;auto;6;ES8 SUV,Onvo brand
BABA;Alibaba;20;internet;160;Qwen model,quick-commerce app
PYPL;PayPal;18;payments;64;Venmo card,Fastlane checkout
V;Visa;13;payments;335
MA;Mastercard;11;payments;550
XYZ;Block;11;payments;64;Cash App,Square terminals
UBER;Uber;18;internet;92;robotaxi partnership,Uber One
ABNB;Airbnb;11;internet;120;experiences platform
CRM;Salesforce;16;software;235;Agentforce
ADBE;Adobe;14;software;325;Firefly,Creative Cloud
SNOW;Snowflake;13;software;250
CRWD;CrowdStrike;14;software;520;Falcon platform
NOW;ServiceNow;10;software;830
PANW;Palo Alto Networks;9;software;200
IBM;IBM;12;software;305;quantum roadmap,watsonx
QCOM;Qualcomm;13;chips;168;Snapdragon chips
TSM;TSMC/Taiwan Semiconductor;24;chips;290;2-nanometre process,Arizona fab
ASML;ASML;13;chips;1010;High-NA EUV tool
ARM;Arm;12;chips;140;server cores
MRVL;Marvell;12;chips;88
TXN;Texas Instruments;8;chips;160
LLY;Eli Lilly;24;pharma;1020;Zepbound,orforglipron,Mounjaro
NVO;Novo Nordisk;18;pharma;48;Wegovy pill,CagriSema
PFE;Pfizer;15;pharma;25;obesity candidate,RSV vaccine
MRK;Merck;11;pharma;93;Keytruda injection
JNJ;Johnson & Johnson;12;pharma;200;Tremfya,surgical robot
ABBV;AbbVie;9;pharma;230;Skyrizi,Rinvoq
MRNA;Moderna;13;biotech;26;flu-COVID shot,cancer vaccine
GILD;Gilead;7;biotech;122
VRTX;Vertex;7;biotech;430;pain pill
UNH;UnitedHealth;20;health;325
CVS;CVS Health;10;health;79
HIMS;Hims & Hers;17;health;38;compounded weight-loss shots
ISRG;Intuitive Surgical;7;health;560
XOM;Exxon Mobil;15;oil;117
CVX;Chevron;13;oil;154
OXY;Occidental;9;oil;41
SLB;SLB;6;oil;36
CAT;Caterpillar;11;industrial;560
GE;GE Aerospace;11;industrial;300
GEV;GE Vernova;10;industrial;580
DE;Deere;8;industrial;475
HON;Honeywell;7;industrial;198
UPS;UPS;10;parcel;95
FDX;FedEx;8;parcel;265
LMT;Lockheed Martin;11;defense;470;F-35 programme
RTX;RTX;9;defense;175
NOC;Northrop Grumman;5;defense;570
DAL;Delta Air Lines;9;airline;60
UAL;United Airlines;8;airline;97
AAL;American Airlines;9;airline;13
NKE;Nike;15;consumer;64;Pegasus line,direct stores
LULU;Lululemon;11;consumer;168
KO;Coca-Cola;11;consumer;71
PEP;PepsiCo;9;consumer;146
PG;Procter & Gamble;9;consumer;148
SBUX;Starbucks;13;restaurant;86;protein drinks,Green Apron programme
MCD;McDonald's;12;restaurant;305
CMG;Chipotle;11;restaurant;32
CAVA;Cava;7;restaurant;48
HD;Home Depot;11;retail;360
LOW;Lowe's;7;retail;230
TGT;Target;13;retail;90
BBY;Best Buy;6;retail;77
T;AT&T;9;telecom;25
VZ;Verizon;9;telecom;41
TMUS;T-Mobile;7;telecom;210
WBD;Warner Bros. Discovery;12;media;23;HBO Max
SPOT;Spotify;10;media;620;audiobook tier,lossless plan
RDDT;Reddit;14;internet;195;Reddit Answers
SNAP;Snap;9;internet;8;Spectacles
RBLX;Roblox;10;internet;100
DKNG;DraftKings;9;internet;31;prediction app
NEE;NextEra Energy;7;utility;84
VST;Vistra;9;utility;175
CEG;Constellation Energy;9;utility;350
OKLO;Oklo;15;power;100;Aurora reactor
PLUG;Plug Power;11;power;2
ENPH;Enphase;7;power;30
RKLB;Rocket Lab;16;space;48;Neutron rocket
ASTS;AST SpaceMobile;16;space;62;BlueBird satellites
FCX;Freeport-McMoRan;7;mining;41
NEM;Newmont;7;mining;88
MP;MP Materials;8;mining;58;magnet plant
BRK-B;Berkshire Hathaway/Berkshire;15;bank;508
SPY;SPDR S&P 500 ETF;18;fund;670
QQQ;Invesco QQQ;15;fund;610
VOO;Vanguard S&P 500 ETF;10;fund;615
IWM;iShares Russell 2000 ETF;8;fund;240
SOXL;Direxion Semiconductor Bull 3X;7;fund;42
TQQQ;ProShares UltraPro QQQ;7;fund;105
GLD;SPDR Gold Shares;9;fund;375
SLV;iShares Silver Trust;6;fund;46
TLT;iShares 20+ Year Treasury ETF;7;fund;90
IBIT;iShares Bitcoin Trust;10;fund;54
ARKK;ARK Innovation ETF;7;fund;80
XLE;Energy Select Sector SPDR;4;fund;90
SCHD;Schwab U.S. Dividend Equity ETF;5;fund;27
`;
