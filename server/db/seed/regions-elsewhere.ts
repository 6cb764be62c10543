/** The parts of the other countries where most of the operator's members live, with their main cities. */
export const elsewhere: Readonly<Record<string, readonly [part: string, cities: string][]>> = {
  my: [
    ['Kuala Lumpur', 'Kuala Lumpur'], ['Selangor', 'Shah Alam, Petaling Jaya, Subang Jaya, Klang'], ['Penang', 'George Town, Butterworth'],
    ['Johor', 'Johor Bahru, Batu Pahat, Muar'], ['Perak', 'Ipoh, Taiping'], ['Malacca', 'Malacca City'], ['Sabah', 'Kota Kinabalu, Sandakan'], ['Sarawak', 'Kuching, Miri, Sibu'],
  ],
  vn: [
    ['Hanoi', 'Ba Dinh, Hoan Kiem, Cau Giay'], ['Ho Chi Minh City', 'District 1, District 3, Thu Duc'], ['Da Nang', 'Hai Chau, Son Tra'],
    ['Hai Phong', 'Hong Bang, Le Chan'], ['Can Tho', 'Ninh Kieu, Cai Rang'],
  ],
  th: [
    ['Bangkok', 'Phra Nakhon, Bang Rak, Chatuchak'], ['Nonthaburi', 'Nonthaburi, Pak Kret'], ['Chiang Mai', 'Chiang Mai'], ['Phuket', 'Phuket'],
    ['Chonburi', 'Chonburi, Pattaya'], ['Khon Kaen', 'Khon Kaen'],
  ],
  cn: [
    ['Beijing', 'Dongcheng, Xicheng, Chaoyang, Haidian'], ['Shanghai', 'Huangpu, Xuhui, Pudong'], ['Guangdong', 'Guangzhou, Shenzhen, Dongguan, Foshan, Zhuhai'],
    ['Zhejiang', 'Hangzhou, Ningbo, Wenzhou'], ['Jiangsu', 'Nanjing, Suzhou, Wuxi'], ['Sichuan', 'Chengdu, Mianyang'],
  ],
  ae: [['Dubai', 'Dubai'], ['Abu Dhabi', 'Abu Dhabi, Al Ain'], ['Sharjah', 'Sharjah'], ['Ajman', 'Ajman'], ['Ras Al Khaimah', 'Ras Al Khaimah']],
  sg: [
    ['Central Region', 'Downtown Core, Queenstown, Bukit Merah, Toa Payoh'], ['East Region', 'Bedok, Tampines, Pasir Ris'], ['North Region', 'Woodlands, Yishun, Sembawang'],
    ['North-East Region', 'Hougang, Sengkang, Punggol, Ang Mo Kio'], ['West Region', 'Jurong West, Jurong East, Clementi, Bukit Batok'],
  ],
  us: [
    ['California', 'Los Angeles, San Diego, San Francisco, San Jose, Sacramento'], ['New York', 'New York, Buffalo, Rochester'], ['Texas', 'Houston, Dallas, Austin, San Antonio'],
    ['Florida', 'Miami, Orlando, Tampa, Jacksonville'], ['Illinois', 'Chicago, Springfield'], ['Washington', 'Seattle, Spokane, Tacoma'], ['Massachusetts', 'Boston, Worcester'],
  ],
}
