/**
 * Keywords of questions about a fact, and the few words of the answers, by language. Names of days, months and
 * times come from `Intl`.
 */
export interface FactWords {
  /** Beginnings of keywords. In scripts without spaces they may occur anywhere in the text. */
  hours: readonly string[];
  telephone: readonly string[];
  address: readonly string[];
  price: readonly string[];
  now: readonly string[];
  /** Function words that may occur in a question about a fact. */
  around: readonly string[];
  /** The answer for a day on which the place is closed. */
  closedText: string;
  /** Labels before the number and the address. */
  labels: { telephone: string; address: string };
}

/** Keywords for hours, telephone, address, price and the present moment ("now"), separated by `|`. */
const FACT_KEYWORDS: Readonly<Record<string, string>> = {
  en: 'open clos hour shut | phone telephone call ring | address where | price cost much | now currently',
  ar: 'مفتوح تفتح يفتح تغلق ساعات دوام مغلق | هاتف تلفون رقم | عنوان أين وين | سعر كم بكم تكلفة | الآن',
  bg: 'отвор работно работите затвор | телефон | адрес къде | цена цени струва | сега',
  cs: 'otevř otevír otevírac zavř zavír | telefon | adres kde | cena ceny kolik stojí | teď',
  da: 'åben åbne åbni lukk | telefon | adresse hvor | pris koster | nu',
  de: 'öffn geöffn offen schließ geschl | telefon rufnummer anruf | adresse wo | preis kost viel | jetzt gerade',
  el: 'ανοιχτ ανοίγ κλείν κλειστ ωράριο ώρες | τηλέφων | διεύθυνση πού | τιμή τιμές κοστίζει κάνει | τώρα',
  es: 'abre abri abier horario cierr cerrad | teléfono llamar | dirección dónde | precio cuesta cuánto | ahora',
  fa: 'باز ساعت بسته تعطیل | تلفن شماره | آدرس نشانی کجا | قیمت هزینه چند | الان اکنون',
  fi: 'auki aukiolo avoinna avaa kiinni sulje | puhelin | osoite missä | hinta hinnat maksaa | nyt',
  fr: 'ouvr ouvert horaire ferm | téléphone appeler | adresse où | prix coût coûte combien tarif | maintenant',
  he: 'פתוח פותח נפתח סגור שעות סוגר | טלפון | כתובת איפה היכן | מחיר עולה כמה | עכשיו',
  hi: 'खुल खुला खुले बंद | फ़ोन फोन टेलीफोन | पता कहाँ कहां | कीमत दाम कितने | अभी',
  hr: 'otvor radno zatvor | telefon | adres gdje | cijena cijene košta koliko | sada',
  hu: 'nyit nyitva zár zárva | telefon | cím hol | ár ára mennyi kerül | most',
  id: 'buka tutup jam | telepon | alamat mana | harga berapa biaya | sekarang',
  it: 'apre apri aper orari chiu | telefono chiamar | indirizzo dove | prezz costa costo quanto | adesso ora',
  ja: '営業 開い 閉ま 開店 閉店 何時 | 電話 | 住所 どこ | 値段 料金 いくら | 今',
  ko: '영업 열 닫 몇 운영 | 전화 | 주소 어디 | 가격 얼마 요금 | 지금',
  nb: 'åpen åpne åpni steng lukk | telefon | adresse hvor | pris koster | nå',
  nl: 'open gesloten dicht sluit openingstijd | telefoon bellen | adres waar | prijs kost prijzen | nu',
  pl: 'otwar otwier godzin zamkn zamyk czynn | telefon | adres gdzie | cena ceny kosztuje | teraz',
  pt: 'abre abri aber horário fech | telefone ligar | endereço morada onde | preço custa quanto | agora',
  ro: 'deschi orar program închi | telefon | adresa unde | preț costă cât | acum',
  ru: 'откры работае часы закры график | телефон позвонить | адрес где | цена цены стоит сколько | сейчас',
  sk: 'otvor zatvor otvárac zatvár | telefón | adres kde | cena ceny koľko stojí | teraz',
  sl: 'odprt odpr delovni zaprt zapr | telefon | naslov kje | cena cene stane koliko | zdaj',
  sv: 'öppet öppna öppettid stäng | telefon | adress var | pris kostar | nu',
  tr: 'açık açıl açıyor kapa kapal saat | telefon | adres nerede | fiyat kadar ücret | şimdi',
  uk: 'відчин відкр працює години графік зачин | телефон подзвонити | адрес де | ціна ціни коштує скільки | зараз',
  ur: 'کھل کھلا بند اوقات | فون | پتہ پتا کہاں | قیمت کتنے | ابھی',
  vi: 'mở đóng giờ | điện thoại | địa chỉ đâu | giá nhiêu | bây',
  zh: '营业 开门 关门 开放 几点 | 电话 | 地址 哪里 哪儿 | 价格 多少钱 | 现在',
  'zh-Hant': '營業 開門 關門 開放 幾點 | 電話 | 地址 哪裡 哪兒 | 價格 多少錢 | 現在',
};

/**
 * Function words of questions about a fact that are missing in the language's list of stop words. English has its
 * own list, `GENERAL_WORDS` in `fact-question.ts`.
 */
const FUNCTION_WORDS: Readonly<Record<string, string>> = {
  en: '',
  ar: 'ما هو هي هل أنتم لديكم عندكم يوم متى تكون تكونون في',
  bg: 'сте имате вашият вашата какво какъв какви кога вие ваш часа',
  cs: 'máte jste vaše váš vaší jaké jaká jaký kdy číslo hodin',
  da: 'jeres hvornår hvilken klokken nummer',
  de: 'haben habt seid ihre euer eure lauten lautet welche wann nummer',
  el: 'είστε είναι έχετε σας ποιο ποιος ποια ποιες πότε',
  es: 'están tienen ustedes vuestro vuestra cuál cuáles cuándo puedo número',
  fa: 'شما است هستید چیست روز',
  fi: 'teidän teillä onko oletteko milloin mikä mihin kello paljonko kuinka',
  fr: 'votre êtes quelle quels quelles quand numéro jusqu heure heures',
  he: 'אתם שלכם מתי האם מספר ביום',
  hi: 'आप आपका आपकी क्या कब हैं नंबर',
  hr: 'imate jeste vaša vaše vaš koja koji kada broj',
  hu: 'vannak önök önöknek mikor mikortól meddig szám száma milyen',
  id: 'kalian anda apakah kapan nomor pukul',
  it: 'siete avete vostro vostra quando quali numero posso',
  ja: '番号 教',
  ko: '번호 여러분 어떻게 되나요 인가요 알려 주세요 알려주세요 언제까지',
  nb: 'deres dere hvilken hvilke nummer klokken',
  nl: 'jullie zijn hebben welke wanneer nummer',
  pl: 'jesteście jest macie państwo wasz wasza wasze jakie jaki kiedy numer której',
  pt: 'vocês estão vosso vossa qual quais quando número',
  ro: 'sunteți aveți vostru voastră dumneavoastră care când număr numărul',
  ru: 'вы вас ваш ваша какой какие когда номер можно',
  sk: 'máte váš vaša aké aký kedy číslo hodín',
  sl: 'imate vaš vaša kakšen kateri kdaj številka',
  sv: 'vilken vilka nummer klockan',
  tr: 'misiniz mısınız musunuz müsünüz sizin numaranız nedir hangi günü zaman kaçta',
  uk: 'ваш ваша який які коли номер можна',
  ur: 'آپ کیا کب نمبر',
  vi: 'các bạn của không lúc mấy ngày vào số',
  zh: '你们 您 吗 呢 到 号码 的 是 什么时候 什么',
  'zh-Hant': '你們 您 嗎 呢 到 號碼 的 是 什麼時候 什麼',
};

/** Words for closed, telephone and address, separated by `|`. */
const ANSWERS: Readonly<Record<string, string>> = {
  en: 'closed | Telephone | Address',
  ar: 'مغلق | الهاتف | العنوان',
  bg: 'затворено | Телефон | Адрес',
  cs: 'zavřeno | Telefon | Adresa',
  da: 'lukket | Telefon | Adresse',
  de: 'geschlossen | Telefon | Adresse',
  el: 'κλειστά | Τηλέφωνο | Διεύθυνση',
  es: 'cerrado | Teléfono | Dirección',
  fa: 'بسته | تلفن | نشانی',
  fi: 'suljettu | Puhelin | Osoite',
  fr: 'fermé | Téléphone | Adresse',
  he: 'סגור | טלפון | כתובת',
  hi: 'बंद | फ़ोन | पता',
  hr: 'zatvoreno | Telefon | Adresa',
  hu: 'zárva | Telefon | Cím',
  id: 'tutup | Telepon | Alamat',
  it: 'chiuso | Telefono | Indirizzo',
  ja: '休業 | 電話 | 住所',
  ko: '휴무 | 전화 | 주소',
  nb: 'stengt | Telefon | Adresse',
  nl: 'gesloten | Telefoon | Adres',
  pl: 'zamknięte | Telefon | Adres',
  pt: 'fechado | Telefone | Endereço',
  ro: 'închis | Telefon | Adresa',
  ru: 'закрыто | Телефон | Адрес',
  sk: 'zatvorené | Telefón | Adresa',
  sl: 'zaprto | Telefon | Naslov',
  sv: 'stängt | Telefon | Adress',
  tr: 'kapalı | Telefon | Adres',
  uk: 'зачинено | Телефон | Адреса',
  ur: 'بند | فون | پتہ',
  vi: 'đóng cửa | Điện thoại | Địa chỉ',
  zh: '休息 | 电话 | 地址',
  'zh-Hant': '休息 | 電話 | 地址',
};

export const FACT_LANGUAGES: readonly string[] = Object.keys(FACT_KEYWORDS);

/** Returns the words of a language, or the English ones if the language has no entry. */
export function factWords(language: string): FactWords {
  const coveredLanguage = Object.hasOwn(FACT_KEYWORDS, language) ? language : 'en';
  const [hours = [], telephone = [], address = [], price = [], now = []] = FACT_KEYWORDS[
    coveredLanguage
  ]!.split(' | ').map((words) => words.split(' '));
  const [closed = '', ...labels] = ANSWERS[coveredLanguage]!.split(' | ');
  return {
    hours,
    telephone,
    address,
    price,
    now,
    around: FUNCTION_WORDS[coveredLanguage]!.split(' ').filter(Boolean),
    closedText: closed,
    labels: { telephone: labels[0] ?? '', address: labels[1] ?? '' },
  };
}
