import { DEVANAGARI, encodePhonetic } from './phonetic'

const LINES = `
joote juta jutey chappal जूते जूता: shoe, sandal, footwear
chappal चप्पल: sandal, footwear, kolhapuri
kapde kapda kapade कपड़े कपड़ा: shirt, kurta, cotton
sari saree साड़ी: saree
kurta kurti कुर्ता कुर्ती: kurta, kurti
chashma chasma specs spectacles eyeglasses चश्मा: glasses, eyewear, frame
dawai dawa davai medicine medicines दवाई दवा: medicine, prescription
chai चाय: tea
kaapi coffee कॉफी: coffee, kaapi
mithai meetha mithaai मिठाई: mithai, sweet
masala masale मसाला: masala, spice
khana khaana tiffin खाना: meal, tiffin, thali
sabzi sabji सब्ज़ी सब्जी: vegetable
kirana kiraana grocery groceries ration किराना राशन: grocer, kirana, basket
doodh dudh दूध: milk
atta aata आटा: atta
phone mobile smartphone fon मोबाइल फोन फ़ोन: phone, mobile
laptop laptops notebook लैपटॉप: laptop
tv telly टीवी: television, tv
headphone headphones earphone earphones ear-buds: earbud, headphone, earphone
kitab kitabe kitaab किताब किताबें: book
khilona khilone khilauna toy toys खिलौना खिलौने: toy
gehne gahne zevar jewelry jewellery गहने ज़ेवर: jeweller
chudi choodi chudiyan bangles चूड़ी चूड़ियां: bangle
sona gold सोना: gold
chandi silver चांदी: silver
payal anklet पायल: anklet
anguthi ring अंगूठी: ring
dupatta दुपट्टा: dupatta
topi cap टोपी: cap
jhola thaila bag bags थैला झोला: bag, backpack
baat baatein बात: talk
ghadi watch watches घड़ी: watch, clock
cycle saikil bicycle bike साइकिल: cycle, bike, two-wheeler
gaadi gadi car गाड़ी: car, vehicle
bijli electric बिजली: electric
pankha fan पंखा: fan
batti light bulb बत्ती: light, lamp
parda parde curtain curtains पर्दा परदा पर्दे: curtain
patang kite पतंग: kite, manjha
achar achaar pickle अचार: pickle
aam mango mangoes आम: mango
machhardani mosquito मच्छरदानी: mosquito
bima insurance बीमा: insurance
palang bed bistar पलंग बिस्तर: bed, mattress
razai rajai quilt रज़ाई: razai, quilt
chadar bedsheet bedsheets चादर: bed sheet
kursi chair कुर्सी: chair
mez table मेज़ मेज: table
bartan utensils बर्तन: cooker, pan, thali
chulha gas चूल्हा: hob, stove
nal nalka tap taps नल: tap, plumb
safai cleaning सफाई सफ़ाई: cleaning
dhobi laundry धोबी: laundry, dry clean
nai barber haircut नाई: barber, haircut
vakil vakeel lawyer advocate वकील: lawyer, legal
doctor daktar डॉक्टर: doctor
daant dant teeth dentist दांत: dental, teeth, tooth
aankh eye आंख: eye
baal hair बाल: hair
sabun soap साबुन: soap
tel oil तेल: oil
mehndi mehandi henna मेहंदी: mehndi
kajal काजल: kajal
haldi turmeric हल्दी: haldi, turmeric, ubtan, spice
registration register: registration, register
iphone android: phone, mobile
jeans denim जींस: jean, denim, pant
ghar घर: home, ghar
cricket क्रिकेट: cricket, bat
gadda mattress गद्दा: mattress
diya deepak diye दीया दिया: diya, lamp
agarbatti incense अगरबत्ती: incense
pooja puja पूजा: pooja
rakhi राखी: rakhi
tohfa gift gifts uphar तोहफा उपहार: gift, hamper
phool flower flowers फूल: flower
paudha paudhe plant plants पौधा पौधे: plant
kutta dog कुत्ता: dog
billi cat बिल्ली: cat
bachcha bachche bachcho bacche kids बच्चे बच्चा: child, kid, baby
shaadi shadi wedding शादी: bridal, wedding
hawai jahaz udaan udan flight flights plane airfare हवाई उड़ान: flight, fare, fly
rail train ट्रेन: train
bus बस: bus
hotel hotels होटल: hotel
yatra ghumna trip यात्रा: travel, trek, holiday
pahad mountain पहाड़: hill, trek
nauka naav boat नाव: boat
balla bat बल्ला: bat
kasrat vyayam gym कसरत व्यायाम: gym, fitness, yoga
yoga yog योग: yoga
kambal blanket कंबल: blanket
dant manjan toothpaste: toothpaste
wifi wi-fi: wi-fi
makeup make-up: make-up
checkup check-up: check-up
tshirt tshirts t-shirt tee: t-shirt
antivirus: antivirus, device
fridge refrigerator: refrigerator
ac aircon एसी: ac service
mixie mixer mixer-grinder: mixer
specs lens: lens
marammat repair repairs मरम्मत: repair, service
`

const MEANINGS = new Map<string, string[]>()
const add = (key: string, meanings: string[]) =>
  MEANINGS.set(key, [...new Set([...(MEANINGS.get(key) ?? []), ...meanings])])

for (const line of LINES.trim().split('\n')) {
  const [words = '', meanings = ''] = line.split(': ')
  for (const word of words.split(' ')) {
    add(word, meanings.split(', '))
    add(`~${encodePhonetic(word)}`, meanings.split(', '))
  }
}

export const listHindiWords = (): string[] => [...MEANINGS.keys()].filter((word) => DEVANAGARI.test(word))

const findMeanings = (word: string) => MEANINGS.get(word) ?? MEANINGS.get(`~${encodePhonetic(word)}`)

/** 'बच्चों' is 'बच्चे' before 'के'. */
const listDirectForms = (word: string): string[] =>
  word.endsWith('ों') ? ['े', 'ा', ''].map((end) => word.slice(0, -2) + end) : []

export const listSynonyms = (word: string): string[] =>
  findMeanings(word) ?? listDirectForms(word).map(findMeanings).find(Boolean) ?? []
