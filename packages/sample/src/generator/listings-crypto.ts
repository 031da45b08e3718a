/** Tokens of the sample world, in the form of the US list; prices in US dollars. */
export const cryptoListings = `
BTC;Bitcoin;100;coin;95000;halving roadmap,Lightning release
ETH;Ethereum;70;coin;3150;Fusaka upgrade,blob scaling
SOL;Solana;58;coin;140;Firedancer client,Alpenglow consensus
XRP;XRP;46;coin;2.2;ledger amendment,escrow change
DOGE;Dogecoin;36;coin;0.16;payments bridge
ADA;Cardano;22;coin;0.5;Midnight launch,Hydra release
LINK;Chainlink;18;coin;14;data streams,cross-chain protocol
SUI;Sui;16;coin;1.7;object store
AVAX;Avalanche;14;coin;15;subnet release
SHIB;Shiba Inu;15;coin;0.000009;burn portal
PEPE;Pepe;16;coin;0.000005;meme contest
HYPE;Hyperliquid;20;coin;38;HIP-3 markets
BNB;BNB;16;coin;920;fee cut
TON;Toncoin;8;coin;1.8;mini-app platform
DOT;Polkadot;8;coin;2.8;JAM chain
LTC;Litecoin;9;coin;97;privacy extension
XMR;Monero;10;coin;390;ring-signature change
ZEC;Zcash;12;coin;560;shielded wallet
NEAR;NEAR Protocol;7;coin;2.4;intents platform
UNI;Uniswap;8;coin;7.2;fee switch
AAVE;Aave;8;coin;175;v4 release
ARB;Arbitrum;7;coin;0.24;timeboost
OP;Optimism;5;coin;0.33;superchain release
KAS;Kaspa;6;coin;0.045;crescendo fork
TAO;Bittensor;7;coin;310;subnet tokens
ONDO;Ondo;5;coin;0.55;tokenised treasuries
XLM;Stellar;7;coin;0.26;smart-contract release
HBAR;Hedera;8;coin;0.15;council expansion
BONK;Bonk;6;coin;0.00001;launchpad
WIF;dogwifhat;5;coin;0.4;billboard
WLD;Worldcoin;5;coin;0.7;orb rollout
TRX;TRON;5;coin;0.29;energy fee cut
ALGO;Algorand;4;coin;0.15;staking rewards
ATOM;Cosmos Hub;5;coin;2.6;inflation cut
ICP;Internet Computer;4;coin;5;self-writing apps
FET;Artificial Superintelligence Alliance;5;coin;0.27;agent marketplace
`;
